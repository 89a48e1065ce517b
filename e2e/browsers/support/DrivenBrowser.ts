/** What crosses between a test and a page. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Where in a tab something runs: in its page, or in the first iframe that the page holds, whatever its origin. */
export type Place = 'page' | 'frame';

/** A tab or a window of a browser, as its driver has it. */
export interface Tab {
  readonly id: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page, and answers with what it answers. The function sees only what it is given. */
  evaluate<A extends readonly Json[], R>(
    place: Place,
    work: (...args: A) => R,
    ...args: A
  ): Promise<Awaited<R>>;
  /**
   * Presses and lets go of the mouse on the middle of one of the elements that `look` found last in that place.
   *
   * @param rest - Milliseconds that the mouse rests there first.
   */
  press(place: Place, index: number, rest: number): Promise<void>;
  /** Types a text where the focus is, key by key. */
  type(text: string): Promise<void>;
  /** Makes it the tab that the visitor sees. */
  show(): Promise<void>;
  /** A picture of it, PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that was started with an empty profile. */
export interface DrivenBrowser {
  /** Its name and version, as it says itself. */
  readonly version: string;
  /** All tabs and windows, oldest first. */
  tabs(): Promise<readonly Tab[]>;
  open(): Promise<Tab>;
  /** Ends it, and takes what it kept with it. */
  close(): Promise<void>;
}

/** A browser of this machine. */
export interface FoundBrowser {
  readonly name: string;
  /** Undefined: it is not here. */
  readonly launch: (() => Promise<DrivenBrowser>) | undefined;
  /** What has to be there for it. */
  readonly needs: string;
}

/** The key of `type` for Enter (WebDriver, Keyboard actions). */
export const ENTER = '\uE007';

/** Input actions of WebDriver for a press on an element, as a protocol names it. */
export function pressActions(origin: object, rest: number) {
  const actions = [
    { type: 'pointerMove', duration: 0, x: 0, y: 0, origin },
    { type: 'pause', duration: rest },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** Input actions of WebDriver that type a text. */
export function typeActions(text: string) {
  const actions = [...text].flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
