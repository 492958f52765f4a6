"""The examples in `deploy/`, run as they are but for names, ports and certificates."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from fathoms.table.serve import free_port
from tests.table.playing import Host, people, until

DEPLOY = Path(__file__).parents[2] / "deploy"
Serve = Callable[..., Any]
LIMIT = 60  # a minute, half of it at once
ANYBODY = ssl._create_unverified_context()  # the certificates here are nobody's


@contextmanager
def running(command: list[str], base: str, **env: str) -> Iterator[httpx.Client]:
    """A proxy, until it has answered what is asked of it."""
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **env}) as proxy,
        httpx.Client(base_url=base, verify=ANYBODY, timeout=60) as web,
    ):
        try:
            until(lambda: _answers(web) or proxy.poll() is not None)
            assert proxy.poll() is None, proxy.stdout and proxy.stdout.read().decode()
            yield web
        finally:
            proxy.terminate()


def _answers(web: httpx.Client) -> bool:
    try:
        return web.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def check_through_proxy(host: Host, web: httpx.Client, base: str) -> None:
    """Pages, moves and sockets pass; cookies are Secure; who asks is known by the proxy's word; figures stay within."""
    made = web.post("/play/locker", headers={"origin": base}, follow_redirects=False)
    assert made.status_code == 303
    assert "Secure" in made.headers["set-cookie"]
    table = host.table("locker", people(2), first="A")
    who = table.view()["to_act"][0]
    headers = {"Authorization": f"Bearer {table.tokens[who]}"}
    live = f"{base}/api/tables/{table.id}/live".replace("http", "ws", 1)
    with connect(live, ssl=ANYBODY) as socket:
        move = {"move": table.view(who)["choices"][0], "id": "1"}
        assert web.post(f"/api/tables/{table.id}/moves", json=move, headers=headers).status_code == 200
        assert '"version":' in str(socket.recv(10))
    assert web.get("/metrics").status_code == 403
    assert "max-age" in web.get("/").headers["strict-transport-security"]
    asked = [web.post("/lang/xx", headers={"x-forwarded-for": f"198.51.100.{n}"}).status_code for n in range(LIMIT)]
    assert asked[-1] == 429, "who asks through a proxy cannot say to be another each time"
    assert web.get("/static/fathoms.css").headers["cache-control"]


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    key, kept = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(kept)],
        check=True, capture_output=True,
    )  # fmt: skip
    return key, kept


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not installed")
def test_behind_nginx_with_tls(serve: Serve, tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    plain, secure = free_port("127.0.0.1"), free_port("127.0.0.1")
    with serve(public_url=f"https://localhost:{secure}", trusted_proxies="127.0.0.1", moves_a_minute=LIMIT) as host:
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"listen \[::\].*\n", "", text).replace("listen 80", f"listen 127.0.0.1:{plain}")
        text = text.replace("listen 443", f"listen 127.0.0.1:{secure}").replace("games.example.org", "localhost")
        text = re.sub(r"/etc/letsencrypt/live/localhost", str(tmp_path), text)
        text = text.replace("127.0.0.1:8000", host.base.removeprefix("http://"))
        conf = tmp_path / "nginx.conf"
        conf.write_text(f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
                        f"events {{}}\nhttp {{ access_log off;\n{text}\n}}\n")  # fmt: skip
        base = f"https://localhost:{secure}"
        with running(["nginx", "-c", str(conf), "-e", str(tmp_path / "error.log")], base) as web:
            check_through_proxy(host, web, base)


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_behind_caddy_with_tls(serve: Serve, tmp_path: Path) -> None:
    port = free_port("127.0.0.1")
    with serve(public_url=f"https://localhost:{port}", trusted_proxies="127.0.0.1", moves_a_minute=LIMIT) as host:
        text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8").replace("\tencode", "\ttls internal\n\tencode")
        conf = tmp_path / "Caddyfile"
        conf.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + text)
        site = {"FATHOMS_SITE": f"https://localhost:{port}", "FATHOMS_UPSTREAM": host.base.removeprefix("http://")}
        home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
        command = ["caddy", "run", "--config", str(conf), "--adapter", "caddyfile"]
        with running(command, f"https://localhost:{port}", **site, **home) as web:
            check_through_proxy(host, web, f"https://localhost:{port}")


def test_every_example_says_whose_word_is_taken_on_who_asks() -> None:
    """Behind the proxies that are shipped all visitors shared one limit."""
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    trusted = re.search(r"FATHOMS_TRUSTED_PROXIES: (\S+)", compose)
    assert trusted is not None
    assert f"subnet: {trusted[1]}" in compose, "the network that the containers share"
    for name in ("nginx.conf", "Caddyfile", "fathoms.service"):
        assert "FATHOMS_TRUSTED_PROXIES" in (DEPLOY / name).read_text(encoding="utf-8"), name
    assert all("FORWARDED_ALLOW_IPS" not in one.read_text(encoding="utf-8") for one in DEPLOY.iterdir())


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = tmp_path / "fathoms.service"
    unit.write_text((DEPLOY / "fathoms.service").read_text().replace("/opt/fathoms/bin/fathoms", "/bin/true"))
    run = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "fathoms.service" not in run.stderr, run.stderr
