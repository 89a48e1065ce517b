// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { approvePages } from './approvePages.js';
import { linkScript } from './linkScript.js';

beforeEach(() => {
  // The timer of the buttons outlives the page.
  vi.useFakeTimers();
});
afterEach(() => {
  document.documentElement.innerHTML = '';
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the page of a login's link in a browser, and returns the part that it shows. */
async function shownPart(locale: string, { onLine, answer }: { onLine: boolean; answer?: Response }) {
  const page = await approvePages().request(`/approve?lang=${locale}`);
  document.documentElement.innerHTML = await page.text();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  vi.stubGlobal('fetch', () =>
    answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Load failed')),
  );
  linkScript();
  await vi.waitFor(() =>
    expect(document.querySelector<HTMLElement>('[data-part=loading]')?.hidden).toBe(true),
  );
  const shown = [...document.querySelectorAll<HTMLElement>('[data-part]')].filter(({ hidden }) => !hidden);
  expect(shown).toHaveLength(1);
  return shown[0];
}

const CONNECTION = /connection|Verbindung|اتصالك/i;

describe('linkScript', () => {
  it.each(['en', 'de', 'ar'])(
    'names the wallet service in %s when it does not answer, and the connection only when the browser is offline',
    async locale => {
      const failures = [
        undefined,
        new Response('{}', { status: 503 }),
        new Response('no JSON', { status: 200 }),
      ];
      for (const answer of failures) {
        const failed = await shownPart(locale, { onLine: true, ...(answer && { answer }) });
        expect(failed?.dataset.part).toBe('failed');
        expect(failed?.textContent).not.toMatch(CONNECTION);
        expect(failed?.textContent).toMatch(/wallet service|Wallet-Dienst|خدمة المحفظة/);
        expect(failed?.querySelectorAll('[data-retry]')).toHaveLength(1);
      }
      const offline = await shownPart(locale, { onLine: false });
      expect(offline?.dataset.part).toBe('offline');
      expect(offline?.textContent).toMatch(/offline|غير متصل/);
      expect(offline?.querySelectorAll('[data-retry]')).toHaveLength(1);
    },
  );
});
