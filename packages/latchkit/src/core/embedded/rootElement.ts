import type { Latchkit } from '../Latchkit.js';

/**
 * The one element of an instance in the page, made when somebody needs it first: the modal is in its open shadow root, and the
 * wallet page's iframe is its child, shown by the shadow root's slot `frame`. It is not in the page until somebody puts it there,
 * and must not be moved from then on: an iframe that is moved loads anew. It goes with destroy().
 */
export function rootElement({ kernel }: Latchkit): HTMLElement {
  if (kernel.root) return kernel.root;
  const element = document.createElement('latchkit-root');
  // From the start: a child is only seen where the shadow root shows it.
  const shadow = element.attachShadow({ mode: 'open' });
  kernel.root = element;
  kernel.signal.addEventListener(
    'abort',
    () => {
      // A modal in it takes it away itself, once it has given back focus.
      if (!shadow.hasChildNodes()) element.remove();
    },
    { once: true },
  );
  return element;
}
