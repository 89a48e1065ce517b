import { type Latchkit, rootElement } from '../../core/index.js';

/** The modal's element in the page, and its shadow root. */
export interface ShadowHost {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** Where React renders. */
  readonly mount: HTMLElement;
  adopt(css: string): void;
  remove(): void;
}

/** Events that end at the modal: the page's own dialogs must not take them for acts outside of them. */
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

/** Takes the instance's element for the modal. It is not yet in the page, unless the wallet page's iframe is in it already. */
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
      // The wallet page would load anew: its iframe stays in the page for as long as it lives.
      if (kit.kernel.signal.aborted || !element.firstChild) element.remove();
    },
  };
}

function keepEvents(element: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event) => event.stopPropagation();
  for (const type of KEPT_EVENTS) element.addEventListener(type, stop, { signal });
}

/** A page's own dialog hides what is beside it, by attributes: on the modal's element they are taken off again. */
function keepReachable(element: HTMLElement): () => void {
  const hiding = ['aria-hidden', 'inert'];
  const clear = () => {
    for (const name of hiding) if (element.hasAttribute(name)) element.removeAttribute(name);
  };
  const observer = new MutationObserver(clear);
  observer.observe(element, { attributes: true, attributeFilter: hiding });
  return () => observer.disconnect();
}
