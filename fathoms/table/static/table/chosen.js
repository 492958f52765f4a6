// What somebody has chosen on this device, yes or no, and how it is when they never did.
export const chosen = (name, usual = false) => {
  try { return (localStorage.getItem(name) ?? (usual ? "1" : "0")) === "1"; } catch { return usual; }
};

export const choose = (name, yes) => {
  try { localStorage.setItem(name, yes ? "1" : "0"); } catch { /* private windows forget */ }
};
