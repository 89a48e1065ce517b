import type { Latchkit } from '../Latchkit.js';
import { modalContainer, rootElement } from './rootElement.js';

/** Milliseconds between two looks for the place that a host gives the modal. */
const POLL = 50;

/**
 * The instance's element, in the page until the instance ends: where the host places the modal it waits for that place, else it
 * is put last into the body.
 */
export async function rootPlace(kit: Latchkit): Promise<HTMLElement> {
  const { signal } = kit.kernel;
  const root = rootElement(kit);
  const place = root.isConnected ? undefined : await placeOf(kit);
  // The modal may have opened meanwhile.
  if (!root.isConnected && !signal.aborted) place?.append(root);
  const leave = () => {
    // A modal in it takes it away itself, once it has given back focus.
    if (!root.shadowRoot.hasChildNodes()) root.remove();
  };
  signal.addEventListener('abort', leave, { once: true });
  return root;
}

async function placeOf(kit: Latchkit): Promise<HTMLElement | undefined> {
  const { kernel, options } = kit;
  const root = rootElement(kit);
  if (options.append !== false && options.embedded !== true) return document.body;
  while (!modalContainer(kit)?.isConnected && !root.isConnected && !kernel.signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, POLL));
  }
  return modalContainer(kit);
}
