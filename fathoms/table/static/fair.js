// The whole sea of a finished game, checked with the browser's own cryptography.
"use strict";
(() => {
  const { table } = document.body.dataset;
  const encoder = new TextEncoder();
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const hash = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
  const leaf = (secret) => hash([0], secret);
  const node = (left, right) => hash([1], left, right);

  const rootOf = async ({ secrets, leaves, frontier }) => {
    let row = await Promise.all(secrets.map((secret) => leaf(bytes(secret))));
    const rest = frontier.map(bytes);
    for (let width = leaves; width > 1; width /= 2) {
      if (row.length % 2) row.push(rest.shift());
      const above = [];
      for (let i = 0; i < row.length; i += 2) above.push(node(row[i], row[i + 1]));
      row = await Promise.all(above);
    }
    return rest.length ? null : hex(row[0]);
  };

  const fateOf = async (secret, number, entropy, weights) => {
    const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
    const fair = ((1n << 256n) / total) * total;
    const seats = Object.keys(entropy).sort();
    const stirred = seats.map((seat) => `|${[...entropy[seat]].length}:${seat}=${entropy[seat]}`).join("");
    const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    for (let attempt = 0; ; attempt += 1) {
      const message = encoder.encode(`fathoms|${number}|${attempt}${stirred}`);
      let left = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
      if (left >= fair) continue;
      left %= total;
      return weights.findIndex((weight) => { left -= BigInt(weight); return left < 0n; });
    }
  };

  const note = (number, line, good) => {
    const item = document.createElement("li");
    item.value = number;
    item.textContent = `${good ? "✓" : "✗"} ${line}`;
    if (!good) item.className = "bad";
    document.getElementById("fates").append(item);
  };

  const check = async ({ tides }) => {
    let good = tides.length > 0 || Number(document.body.dataset.given) > 0; // all of it may come from elsewhere
    for (const tide of tides) {
      good = (await rootOf(tide)) === tide.root && good;
      for (const [number, event] of tide.events.entries()) {
        const weights = tide.fates[number].map(([, weight]) => weight);
        const index = await fateOf(tide.secrets[number], number, tide.entropy, weights);
        const holds = `sea ${tide.fates[number][index][0]}` === tide.lines[number];
        note(event, tide.told[number], holds);
        good = good && holds;
      }
    }
    const verdict = document.getElementById("verdict");
    verdict.textContent = document.querySelector(`[data-text="${good ? "good" : "bad"}"]`).textContent;
    verdict.className = good ? "good" : "bad";
    verdict.dataset.good = String(good);
  };

  fetch(`/t/${table}/fair.json`).then((answer) => answer.json()).then(check);
})();
