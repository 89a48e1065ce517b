import type { Page } from 'playwright-core';

/**
 * Runs in the page before its own code: records what the live regions of every shadow root say, as a screen reader would, without
 * what is hidden from it.
 */
function record(): void {
  const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
  const said: string[] = [];
  Object.defineProperty(window, 'announced', { value: said });
  const last = new WeakMap<Element, string>();
  const textOf = (node: Node): string => {
    if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
    return node instanceof Text ? node.data : [...node.childNodes].map(textOf).filter(Boolean).join(' ');
  };
  const touched = ({ target, addedNodes }: MutationRecord): Element[] => {
    const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
    const added = [...addedNodes].filter(node => node instanceof Element);
    const inner = added
      .flatMap(node => [node, ...node.querySelectorAll('*')])
      .filter(node => node.matches(LIVE));
    return around ? [around, ...inner] : inner;
  };
  const hear = (region: Element) => {
    const text = textOf(region).replace(/\s+/g, ' ').trim();
    if (region.isConnected && text !== '' && last.get(region) !== text) said.push(text);
    last.set(region, text);
  };
  const observe = (root: Node) =>
    new MutationObserver(records => {
      for (const region of new Set(records.flatMap(touched))) hear(region);
    }).observe(root, { subtree: true, childList: true, characterData: true });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    observe(root);
    return root;
  };
}

/** Records what the pages that are loaded from now on announce. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(record);
}

/** What the page has announced since it was loaded, in order. */
export function announcements(page: Page): Promise<string[]> {
  return page.evaluate(() => [...((window as { announced?: string[] }).announced ?? [])]);
}

/** The live regions that say nothing now and yet have a role, so that visitors find a region without name. */
export function emptyRegions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shadows = Array.from(document.querySelectorAll('*')).flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [document, ...shadows]
      .flatMap(root => [...root.querySelectorAll('[role="status"], [role="alert"]')])
      .filter(one => one.textContent?.trim() === '' && !one.hasAttribute('aria-label'))
      .map(one => one.outerHTML);
  });
}
