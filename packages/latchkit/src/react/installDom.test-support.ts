import { JSDOM } from 'jsdom';

/** Globals that React, wagmi and Latchkit read in a browser. */
const NAMES = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLIFrameElement',
  'AbortController',
  'AbortSignal',
  'Event',
  'CustomEvent',
  'MutationObserver',
  'Image',
] as const;

/**
 * Turns this process into a browser page until the returned function is called. Before that, it is a server without a
 * DOM.
 */
export function installDom(html = ''): () => void {
  const { window } = new JSDOM(`<!doctype html><html lang="en"><body>${html}</body></html>`, {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
  const before = new Map(NAMES.map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name] });
  }
  return () => {
    window.close();
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
