import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Returns axe's violations in the open modal, as readable lines. */
export async function violations(page: Page): Promise<string[]> {
  const host = '[role="dialog"][data-view]';
  return find(page, host, ['aria-dialog-name', 'button-name', 'color-contrast']);
}

/** Returns axe's violations in a whole page without an open modal. */
export async function violationsOfPage(page: Page): Promise<string[]> {
  // axe takes joined Arabic letters for the ligatures of an icon font, and then skips the contrast of all texts.
  const isArabic = (await page.evaluate(() => document.documentElement.lang)) === 'ar';
  return find(page, undefined, ['button-name', ...(isArabic ? [] : ['color-contrast'])]);
}

/** Checks the document, or the shadow root that contains `inside`. Each rule in `needed` must have had something to check. */
async function find(page: Page, inside: string | undefined, needed: readonly string[]): Promise<string[]> {
  // axe is half a megabyte: load it once per document.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(
    async ([rules, selector, wanted]) => {
      const { axe: checker } = window as unknown as {
        axe: {
          run(
            context: unknown,
            options: unknown,
          ): Promise<Record<'violations' | 'passes' | 'incomplete', Violation[]>>;
        };
      };
      const host =
        selector === undefined
          ? document
          : [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot?.querySelector(selector));
      const result = await checker.run(host, { runOnly: { type: 'tag', values: rules } });
      // A checker that cannot see into the shadow root would find nothing either.
      const seen = result.passes.map(({ id }) => id);
      for (const rule of wanted) {
        if (seen.includes(rule)) continue;
        const undecided = result.incomplete.find(({ id }) => id === rule)?.nodes ?? [];
        result.violations.push({ id: `axe never checked ${rule}`, nodes: [{ html: '' }, ...undecided] });
      }
      return result.violations;
    },
    [RULES, inside, needed] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}
