// Changes one piece of a page into another while keeping every element that stays the same:
// focus, open lists, scroll and half-typed words survive, and only what is new is animated.

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE && node.id) || null;

export function morph(now, next) {
  if (now.isEqualNode(next)) return;
  if (now.nodeType !== next.nodeType || now.nodeName !== next.nodeName || keyOf(now) !== keyOf(next)) {
    arrived(next);
    now.replaceWith(next);
    return;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    now.nodeValue = next.nodeValue;
    return;
  }
  // Some pieces look after themselves: the live picture, a button that asks "really?".
  if (now.hasAttribute("data-keep") || now.hasAttribute("data-armed")) return;
  attributes(now, next);
  children(now, next);
}

// Whatever is new is marked until the next change: only that is animated.
function arrived(node) {
  if (node.nodeType === Node.ELEMENT_NODE) node.setAttribute("data-arrived", "");
}

function attributes(now, next) {
  for (const { name } of [...now.attributes]) {
    if (!next.hasAttribute(name) && name !== "open") now.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
}

function children(now, next) {
  const kept = new Map([...now.childNodes].filter(keyOf).map((node) => [node.id, node]));
  const wanted = new Set([...next.childNodes].map(keyOf).filter(Boolean));
  let place = now.firstChild;
  for (const child of [...next.childNodes]) {
    const key = keyOf(child);
    // Skip over what is gone, so that what follows is compared with its own successor.
    while (place && keyOf(place) && !wanted.has(place.id)) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    const same = key ? kept.get(key) : place && !keyOf(place) && place.nodeName === child.nodeName ? place : null;
    if (!same) {
      arrived(child);
      now.insertBefore(child, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else now.insertBefore(same, place);
    morph(same, child);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}
