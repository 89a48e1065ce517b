import type { Latchkit } from '../../core/index.js';
import { rootElement } from '../../internal/index.js';

/** The modal's element in the page, and its shadow root. */
export interface ShadowHost {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** The container that React renders into. */
  readonly mount: HTMLElement;
  adopt(css: string): void;
  remove(): void;
}

/** Events that stop at the modal: the page's own dialogs must not treat them as outside interaction. */
const KEPT_EVENTS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchmove',
  'touchend',
  'wheel',
  'click',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
] as const;

/**
 * Prepares the instance's element for the modal. It is not in the page yet, unless it already contains the wallet
 * page's iframe.
 */
export function createShadowHost(kit: Latchkit, inline: boolean): ShadowHost {
  const element = rootElement(kit);
  const root = element.shadowRoot;
  element.toggleAttribute('data-inline', inline);
  const mount = document.createElement('div');
  mount.className = 'lk-content';
  root.append(mount);
  const adopted = new Set<string>();
  const ended = new AbortController();
  if (!inline) keepEvents(element, ended.signal);
  const stopWatching = keepReachable(element);
  return {
    element,
    root,
    mount,
    adopt: css => {
      if (adopted.has(css)) return;
      adopted.add(css);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    },
    remove: () => {
      stopWatching();
      ended.abort();
      mount.remove();
      root.adoptedStyleSheets = [];
      // Removing the element would reload the wallet page, so an iframe stays in the page while the instance lives.
      if (kit.kernel.signal.aborted || !element.firstChild) element.remove();
    },
  };
}

function keepEvents(element: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event) => event.stopPropagation();
  for (const type of KEPT_EVENTS) element.addEventListener(type, stop, { signal });
}

/** A page's own dialog hides its siblings with attributes; this removes them from the modal's element. */
function keepReachable(element: HTMLElement): () => void {
  const hiding = ['aria-hidden', 'inert'];
  const clear = () => {
    for (const name of hiding) if (element.hasAttribute(name)) element.removeAttribute(name);
  };
  const observer = new MutationObserver(clear);
  observer.observe(element, { attributes: true, attributeFilter: hiding });
  return () => observer.disconnect();
}
