// Makes the table what the server has drawn and touches only what differs: a node that stays keeps its scroll, its
// fold, its focus and the finger on it. Children correspond by their names (a piece, a choice, an id), or else by what
// they are and which of that kind: the tag, its first class, what a script may ask of it.
const FRESH = ".turned, .tumbling, .turning, [data-hold]"; // seen happening, so made anew each time

const nameOf = ({ dataset, id }) => dataset.vt || (dataset.move && `${dataset.move} ${dataset.for || ""}`) || id;

export const keyOf = (node) => {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  return `${node.localName} ${nameOf(node) || [`.${node.classList[0] || ""}`, ...Object.keys(node.dataset)].join(" ")}`;
};

// Each child with a key of its own: two of one name are told apart by their order.
const keyed = (parent) => {
  const times = new Map();
  return [...parent.childNodes].map((node) => {
    const key = keyOf(node);
    times.set(key, (times.get(key) || 0) + 1);
    return [`${key} ${times.get(key)}`, node];
  });
};

const patchAttributes = (live, drawn) => {
  for (const { name, value } of drawn.attributes) {
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const name of live.getAttributeNames()) {
    if (!drawn.hasAttribute(name) && name !== "open") live.removeAttribute(name); // a fold is its reader's
  }
};

const patchNode = (live, drawn) => {
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.data !== drawn.data) live.data = drawn.data;
  } else if (!drawn.hasAttribute("data-kept")) { // what a script has written there stays
    patchAttributes(live, drawn);
    patch(live, drawn);
  }
};

export const patch = (live, drawn) => {
  const had = new Map(keyed(live));
  const wanted = keyed(drawn).map(([key, node]) => [node.matches?.(FRESH) ? null : had.get(key), node]);
  const staying = new Set(wanted.map(([old]) => old));
  had.forEach((node) => staying.has(node) || node.remove()); // first, so that what stays need not be moved
  let next = live.firstChild;
  wanted.forEach(([old, node]) => {
    if (old && old === next) next = next.nextSibling;
    else live.insertBefore(old || node, next);
    if (old) patchNode(old, node);
  });
};
