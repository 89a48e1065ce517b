import { sleep } from '../adapter/abortable.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';

/** An instance's root element, with an open shadow root. */
export interface RootElement extends HTMLElement {
  readonly shadowRoot: ShadowRoot;
}

const elementSlot = /* @__PURE__ */ instanceSlot<RootElement>('root');

/**
 * The root element of an instance, created on first use: the modal is in its open shadow root, and the wallet page's iframe is
 * its child, projected by the slot `frame`. The element is inserted into the page later and must not be moved afterwards, because
 * moving an iframe reloads it.
 */
export function rootElement(kit: Latchkit): RootElement {
  const known = elementSlot.get(kit);
  if (known) return known;
  const root = document.createElement('latchkit-root') as unknown as RootElement;
  // Attach it at once: children render only through the shadow root's slot.
  root.attachShadow({ mode: 'open' });
  elementSlot.set(kit, root);
  return root;
}

/** Where the host placed the modal, if it did, and whether one is mounted or will be when it opens. */
interface Placement {
  readonly container: HTMLElement | undefined;
  readonly isMounted: boolean;
}

const placementSlot = /* @__PURE__ */ instanceSlot<Placement>('placement');

/** Called by the code that mounts the modal. */
export function placeModal(kit: Latchkit, placement: Placement): void {
  placementSlot.set(kit, placement);
}

/** Whether a modal is mounted, or will be when it opens. */
export function isModalPlaced(kit: Latchkit): boolean {
  return placementSlot.get(kit)?.isMounted === true;
}

/** The element in which the host placed the modal. */
function modalContainer(kit: Latchkit): HTMLElement | undefined {
  return placementSlot.get(kit)?.container;
}

/** Whether the host places the modal with a `LatchkitModal`, instead of the body containing it. */
export function isPlacedByHost({ modal }: Pick<LatchkitOptions, 'modal'>): boolean {
  return modal?.append === false || modal?.mode === 'inline';
}

/** Interval for polling the modal's container, in ms. */
const POLL_MS = 50;

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
    await sleep(POLL_MS);
  }
  return modalContainer(kit);
}
