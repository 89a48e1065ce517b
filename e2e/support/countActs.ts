import type { BrowserContext, Page } from 'playwright-core';

/** What a visitor did: presses, and fields that were filled. */
export interface Acts {
  readonly presses: string[];
  readonly fields: string[];
}

/**
 * Counts what a visitor does on all pages of a context and in their frames, from then on. Choosing an option is a press. A press
 * of the Enter key counts as the press of the button that it stands for.
 */
export async function countActs(context: BrowserContext): Promise<Acts> {
  const acts = { presses: [] as string[], fields: [] as string[] };
  await context.exposeBinding('reportAct', (_, kind: keyof Acts, name: string) => {
    acts[kind].push(name);
  });
  const script = () => {
    const report = (kind: string, name: string) =>
      (window as unknown as { reportAct: (kind: string, name: string) => void }).reportAct(kind, name);
    const nameOf = (target: EventTarget | null) => {
      const found = target instanceof Element ? target.closest('button, a, label, input') : null;
      return (found?.getAttribute('aria-label') ?? found?.textContent ?? '').trim().slice(0, 40);
    };
    const filled = new WeakSet<EventTarget>();
    const press = (event: Event) => {
      const [target] = event.composedPath();
      const isField = target instanceof HTMLInputElement && !/radio|checkbox/.test(target.type);
      if (
        event.isTrusted &&
        !isField &&
        target instanceof Element &&
        target.closest('button, a, label, input, summary')
      )
        report('presses', nameOf(target));
    };
    // The wallet page answers when the pointer goes down, and may be gone before the click.
    addEventListener('pointerdown', press, true);
    addEventListener('click', event => event.detail === 0 && press(event), true);
    addEventListener(
      'input',
      event => {
        const [target] = event.composedPath();
        const isOption = target instanceof HTMLInputElement && /radio|checkbox/.test(target.type);
        if (!target || isOption || filled.has(target)) return;
        filled.add(target);
        report('fields', nameOf(target) || 'field');
      },
      true,
    );
  };
  await context.addInitScript(script);
  return acts;
}

/** Runs a part of a visit. @returns presses and fields of it, and its seconds, with a decimal. */
export async function measureActs(
  page: Page,
  acts: Acts,
  run: () => Promise<unknown>,
): Promise<{ readonly steps: number; readonly seconds: number; readonly names: readonly string[] }> {
  const before = [acts.presses.length, acts.fields.length] as const;
  const began = performance.now();
  await run();
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  // What was pressed last is reported before the page answers.
  await page.evaluate(() => 0).catch(() => 0);
  const names = [...acts.presses.slice(before[0]), ...acts.fields.slice(before[1])];
  return { steps: names.length, seconds, names };
}
