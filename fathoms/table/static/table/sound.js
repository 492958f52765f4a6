// Sound: small, synthesised, off until asked for.
let speaker = null;
const button = document.getElementById("sound");
button?.addEventListener("click", () => {
  speaker = speaker ? (speaker.close(), null) : new AudioContext();
  button.setAttribute("aria-pressed", String(Boolean(speaker)));
});

const tone = (from, to, seconds, kind, loud) => {
  const now = speaker.currentTime;
  const wave = speaker.createOscillator();
  const gain = speaker.createGain();
  wave.type = kind;
  wave.frequency.setValueAtTime(from, now);
  wave.frequency.exponentialRampToValueAtTime(to, now + seconds);
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  wave.connect(gain).connect(speaker.destination);
  wave.start(now);
  wave.stop(now + seconds);
};

export const sound = (line, remark) => {
  if (!speaker) return;
  if (remark) tone(180, 60, 0.4, "triangle", 0.2);
  else if (line.startsWith("sea ")) tone(320, 640, 0.12, "sine", 0.12);
  else tone(520, 420, 0.08, "triangle", 0.08);
};
