import type { Page } from 'playwright-core';

/** Returns the accessible text of the focused element, including in shadow roots. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return 'nothing';
    const spoken = element.cloneNode(true) as Element;
    for (const hidden of spoken.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    const name = element.getAttribute('aria-label') ?? label?.textContent ?? spoken.textContent ?? '';
    return name.trim().replace(/\s+/g, ' ');
  });
}

/** Presses Tab until a control whose name begins with this text has the focus. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page)).startsWith(name)) return;
    await page.keyboard.press(key);
    seen.push(await focused(page));
  }
  throw new Error(`Tab never reached '${name}'. Focus order: ${seen.join(' | ')}`);
}
