/** Values that a test and a page can exchange. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Where in a tab something runs: in its page, or in the page's first iframe, of any origin. */
export type Place = 'page' | 'frame';

/** A tab or a window of a driven browser. */
export interface Tab {
  readonly id: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page and returns its result. The function can use only its arguments. */
  evaluate<A extends readonly Json[], R>(
    place: Place,
    work: (...args: A) => R,
    ...args: A
  ): Promise<Awaited<R>>;
  /**
   * Clicks the centre of one of the elements that `look` found last in that place.
   *
   * @param rest - Milliseconds that the mouse rests there first.
   */
  press(place: Place, index: number, rest: number): Promise<void>;
  /** Types a text into the focused element, key by key. */
  type(text: string): Promise<void>;
  /** Brings the tab to the front. */
  show(): Promise<void>;
  /** Takes a screenshot as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that was started with an empty profile. */
export interface DrivenBrowser {
  /** Name and version, as the browser reports them. */
  readonly version: string;
  /** All tabs and windows, oldest first. */
  tabs(): Promise<readonly Tab[]>;
  open(): Promise<Tab>;
  /** Closes the browser and deletes its profile. */
  close(): Promise<void>;
}

/** A browser that may be installed on this machine. */
export interface FoundBrowser {
  readonly name: string;
  /** Undefined if it is not installed. */
  readonly launch: (() => Promise<DrivenBrowser>) | undefined;
  /** The programs that it needs. */
  readonly needs: string;
}

/** The key of `type` for Enter (WebDriver, Keyboard actions). */
export const ENTER = '\uE007';

/** Returns WebDriver input actions for a click on an element, in the form of the driver's protocol. */
export function pressActions(origin: object, rest: number) {
  const actions = [
    { type: 'pointerMove', duration: 0, x: 0, y: 0, origin },
    { type: 'pause', duration: rest },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** Returns WebDriver input actions that type a text. */
export function typeActions(text: string) {
  const actions = [...text].flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
