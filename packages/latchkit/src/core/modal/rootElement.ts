import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** An instance's element, which has an open shadow root. */
export interface RootElement extends HTMLElement {
  readonly shadowRoot: ShadowRoot;
}

const elementSlot = /* @__PURE__ */ instanceSlot<RootElement>('root');

/**
 * The one element of an instance in the page, made when somebody needs it first: the modal is in its open shadow root, and the
 * wallet page's iframe is its child, shown by the shadow root's slot `frame`. It is not in the page until somebody puts it there,
 * and must not be moved from then on: an iframe that is moved loads anew.
 */
export function rootElement(kit: Latchkit): RootElement {
  const known = elementSlot.get(kit);
  if (known) return known;
  const root = document.createElement('latchkit-root') as unknown as RootElement;
  // From the start: a child is only seen where the shadow root shows it.
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

/** Called by what mounts the modal. */
export function placeModal(kit: Latchkit, placement: Placement): void {
  placementSlot.set(kit, placement);
}

/** Whether a modal is mounted, or will be when it opens. */
export function isModalPlaced(kit: Latchkit): boolean {
  return placementSlot.get(kit)?.isMounted === true;
}

/** The element in which the host placed the modal. */
export function modalContainer(kit: Latchkit): HTMLElement | undefined {
  return placementSlot.get(kit)?.container;
}
