import { sleep } from '../adapter/abortable.js';
import type { Latchkit } from '../Latchkit.js';
import { isPlacedByHost } from './isPlacedByHost.js';
import { modalContainer, rootElement } from './rootElement.js';

/** Interval for polling the modal's container, in ms. */
const POLL = 50;

/**
 * Inserts the instance's root element into the page until the instance is destroyed: into the host's container, once it exists,
 * or else at the end of the body.
 */
export async function rootPlace(kit: Latchkit): Promise<HTMLElement> {
  const { signal } = kit.kernel;
  const root = rootElement(kit);
  const place = root.isConnected ? undefined : await placeOf(kit);
  // The modal may have inserted it meanwhile.
  if (!root.isConnected && !signal.aborted) place?.append(root);
  const leave = () => {
    // If the modal is mounted in it, the modal removes it after it has restored focus.
    if (!root.shadowRoot.hasChildNodes()) root.remove();
  };
  signal.addEventListener('abort', leave, { once: true });
  return root;
}

async function placeOf(kit: Latchkit): Promise<HTMLElement | undefined> {
  const { kernel, options } = kit;
  const root = rootElement(kit);
  if (!isPlacedByHost(options)) return document.body;
  while (!modalContainer(kit)?.isConnected && !root.isConnected && !kernel.signal.aborted) {
    await sleep(POLL);
  }
  return modalContainer(kit);
}
