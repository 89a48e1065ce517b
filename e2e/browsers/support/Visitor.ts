import { expect } from 'vitest';
import type { ReadOut } from '../../support/DemoPage.js';
import type { Place, Tab } from './DrivenBrowser.js';
import { look, type Seen } from './look.js';

/** Timeout in milliseconds for a state, on a busy machine and in a slow browser. */
const PATIENCE = 60_000;

/** Looks, 100 ms apart, with the same position before an element counts as still: a dialog may still grow. */
const STILL = 4;

/** Waits until a value equals the expected one. */
export async function eventually<T>(read: () => Promise<T>, wanted: T | unknown): Promise<void> {
  await expect.poll(read, { timeout: PATIENCE, interval: 100 }).toEqual(wanted);
}

/** What a visitor sees and does in a tab. */
export class Visitor {
  constructor(readonly tab: Tab) {}

  /** Returns the visible elements of a selector with this name. */
  async sees(selector: string, name: string | RegExp = '', place: Place = 'page'): Promise<readonly Seen[]> {
    const seen = await this.tab.evaluate(place, look, selector);
    return seen.filter(one => (typeof name === 'string' ? one.name.startsWith(name) : name.test(one.name)));
  }

  /** Waits until such an element is visible. */
  async finds(selector: string, name: string | RegExp = '', place: Place = 'page'): Promise<Seen> {
    let found: Seen | undefined;
    await eventually(async () => {
      // A page or a frame that is loading cannot be queried.
      const seen = await this.sees(selector, name, place).catch(() => []);
      found = seen[0];
      return found !== undefined;
    }, true);
    if (found === undefined) throw new Error(`There is no ${selector} ${name}.`);
    return found;
  }

  /** Waits until the element is still, on top and enabled. */
  async stands(selector: string, name: string | RegExp = '', place: Place = 'page'): Promise<Seen> {
    let last: Seen | undefined;
    let looks = 0;
    await eventually(async () => {
      const [now] = await this.sees(selector, name, place).catch(() => []);
      looks = now !== undefined && now.x === last?.x && now.y === last.y ? looks + 1 : 0;
      last = now;
      return looks >= STILL && now?.isOnTop === true && !now.disabled;
    }, true);
    if (last === undefined) throw new Error(`There is no ${selector} ${name}.`);
    return last;
  }

  /** Presses the element with the mouse once it can be pressed and the mouse has rested on it for `rest` milliseconds. */
  async presses(selector: string, name: string | RegExp, place: Place = 'page', rest = 0): Promise<void> {
    // The frame first, because its content moves with it.
    if (place === 'frame') await this.stands('iframe');
    const { index } = await this.stands(selector, name, place);
    await this.tab.press(place, index, rest);
  }

  /** Waits until the window has the focus, which it may lack after another window covered it. */
  async hasFocus(): Promise<void> {
    await eventually(() => this.tab.evaluate('page', () => document.hasFocus()), true);
  }

  /** Types a text into a field. */
  async types(field: string, name: string, text: string): Promise<void> {
    await this.hasFocus();
    await this.presses(field, name);
    await this.finds(`${field}:focus`, name);
    await this.tab.type(text);
  }

  /** Waits until the modal shows a view. */
  async isShown(view: string): Promise<void> {
    await this.finds(`[role="dialog"][data-view="${view}"]`);
  }

  /** Waits until the modal is closed. */
  async isClosed(): Promise<void> {
    await eventually(async () => (await this.sees('[role="dialog"][data-view]')).length, 0);
  }

  /** Returns the text of a read-out on the host page. */
  async read(id: ReadOut): Promise<string> {
    const [seen] = await this.tab.evaluate('page', look, `[data-testid="host-${id}"]`);
    return seen?.text ?? '';
  }

  async reads(id: ReadOut, wanted: string): Promise<void> {
    await eventually(() => this.read(id), wanted);
  }
}
