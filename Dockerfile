# Fathoms as an image: a user of its own, one volume, and nothing else that is written.
#   docker build -t fathoms .
#   docker run -p 127.0.0.1:8000:8000 -v fathoms:/var/lib/fathoms --read-only --tmpfs /tmp --cap-drop ALL \
#     --security-opt no-new-privileges fathoms
FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/fathoms --create-home fathoms
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY fathoms fathoms
RUN pip install --no-cache-dir --constraint constraints.txt .
ENV FATHOMS_DATABASE=sqlite:////var/lib/fathoms/fathoms.db FATHOMS_CACHE=/var/lib/fathoms/compiled \
    PYTHONDONTWRITEBYTECODE=1 HOME=/tmp
USER fathoms
VOLUME /var/lib/fathoms
EXPOSE 8000
HEALTHCHECK --interval=30s --start-period=20s CMD \
    ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["fathoms", "serve", "--host", "0.0.0.0"]
