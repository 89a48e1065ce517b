import type { Latchkit } from '../Latchkit.js';

/** An instance's element, which has an open shadow root. */
export interface RootElement extends HTMLElement {
  readonly shadowRoot: ShadowRoot;
}

/**
 * The one element of an instance in the page, made when somebody needs it first: the modal is in its open shadow root, and the
 * wallet page's iframe is its child, shown by the shadow root's slot `frame`. It is not in the page until somebody puts it there,
 * and must not be moved from then on: an iframe that is moved loads anew.
 */
export function rootElement({ kernel }: Latchkit): RootElement {
  if (!kernel.root) {
    kernel.root = document.createElement('latchkit-root') as unknown as RootElement;
    // From the start: a child is only seen where the shadow root shows it.
    kernel.root.attachShadow({ mode: 'open' });
  }
  return kernel.root;
}
