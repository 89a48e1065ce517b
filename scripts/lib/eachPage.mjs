import { afterAll, beforeAll } from 'vitest';

const { addEventListener: addToWindow } = window;
const { addEventListener: addToDocument } = document;

/** Removes the listeners that the current file added to the page. */
let removals = [];

/** The last callback of a frame that an earlier file requested. */
let lastFrame = 0;

/** Cancels the callbacks that wait for a frame: requested on a fake clock, they would keep jsdom from drawing any further frame. */
function cancelFrames() {
  const last = requestAnimationFrame(() => {});
  for (let frame = last; frame > lastFrame; frame -= 1) cancelAnimationFrame(frame);
  lastFrame = last;
}

/** Adds listeners to a target, and remembers how to remove them. */
const remembering = (target, add) => (type, listener, options) => {
  removals.push(() => target.removeEventListener(type, listener, options));
  add.call(target, type, listener, options);
};

// The files of a worker share a page. Each gets it empty, so that wallets announced in one are not found in the next.
beforeAll(() => {
  window.addEventListener = remembering(window, addToWindow);
  document.addEventListener = remembering(document, addToDocument);
});
afterAll(() => {
  window.addEventListener = addToWindow;
  document.addEventListener = addToDocument;
  for (const remove of removals) remove();
  removals = [];
  cancelFrames();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});
