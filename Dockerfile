FROM python:3.11-slim
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY fathoms fathoms
RUN pip install --no-cache-dir --constraint constraints.txt . && python -m fathoms.bots.warm
EXPOSE 8000
CMD ["fathoms", "serve", "--host", "0.0.0.0"]
