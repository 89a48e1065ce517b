import type { Page } from 'playwright-core';

/** Counts of what a page's code holds on to. */
export interface Holdings {
  /** Event listeners by type on window, document, media queries and other targets that outlive elements. */
  readonly listeners: Readonly<Record<string, number>>;
  /** Their delays, in ms. */
  readonly timeouts: readonly number[];
  readonly intervals: number;
  readonly sockets: number;
  readonly observers: number;
  readonly sheets: number;
  /** Elements of the page, including shadow trees. */
  readonly nodes: number;
}

declare global {
  interface Window {
    readonly holdings: () => Holdings;
  }
}

/** Counts what the page's scripts acquire and release, from before any of them runs. */
export async function audit(page: Page): Promise<void> {
  await page.addInitScript(installAudit);
}

/** Runs in the page. */
function installAudit(): void {
  type Listeners = Map<string, Set<unknown>>;
  // Hold lasting targets strongly, but elements only weakly.
  const lasting = new Map<EventTarget, Listeners>();
  const elements = new WeakMap<EventTarget, Listeners>();
  const capture = (options: unknown) =>
    typeof options === 'object' && options !== null
      ? (options as AddEventListenerOptions).capture === true
      : options === true;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const listenersOf = (target: EventTarget, type: string, phase: boolean) => {
    const held = target instanceof Element || target instanceof ShadowRoot ? elements : lasting;
    const types: Listeners = held.get(target) ?? new Map();
    held.set(target, types);
    const key = `${type}${phase ? ' (capture)' : ''}`;
    const set = types.get(key) ?? new Set();
    types.set(key, set);
    return set;
  };
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    const target = this ?? window;
    if (listener && !(target instanceof AbortSignal)) {
      const set = listenersOf(target, type, capture(options));
      const { signal, once } = typeof options === 'object' ? options : {};
      if (!signal?.aborted) {
        set.add(listener);
        if (signal) addEventListener.call(signal, 'abort', () => set.delete(listener));
        if (once)
          addEventListener.call(target, type, () => set.delete(listener), {
            once: true,
            capture: capture(options),
          });
      }
    }
    addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget, type, listener, options) {
    const target = this ?? window;
    listenersOf(target, type, capture(options)).delete(listener);
    removeEventListener.call(target, type, listener, options);
  };

  const timeouts = new Map<number, number>();
  const intervals = new Set<number>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
  const fire = (handler: TimerHandler, args: unknown[]) => {
    if (typeof handler === 'function') Reflect.apply(handler, window, args);
  };
  const clear = (id: number | undefined) => {
    if (id === undefined) return;
    timeouts.delete(id);
    intervals.delete(id);
    clearTimeout(id);
    clearInterval(id);
  };
  const set = {
    setTimeout: (handler: TimerHandler, ms?: number, ...args: unknown[]) => {
      const id: number = setTimeout(() => {
        timeouts.delete(id);
        fire(handler, args);
      }, ms);
      timeouts.set(id, ms ?? 0);
      return id;
    },
    setInterval: (handler: TimerHandler, ms?: number, ...args: unknown[]) => {
      const id = setInterval(() => fire(handler, args), ms);
      intervals.add(id);
      return id;
    },
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(window, set);

  let sockets = 0;
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sockets += 1;
      addEventListener.call(this, 'close', () => {
        sockets -= 1;
      });
    }
  };
  let observers = 0;
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const { prototype } = window[name];
    const live = new WeakSet<object>();
    const { observe, disconnect } = prototype as {
      observe: (...args: never[]) => void;
      disconnect: () => void;
    };
    Object.assign(prototype, {
      observe(this: object, ...args: never[]) {
        if (!live.has(this)) observers += 1;
        live.add(this);
        observe.apply(this, args);
      },
      disconnect(this: object) {
        if (live.delete(this)) observers -= 1;
        disconnect.apply(this);
      },
    });
  }

  const all = (root: Document | ShadowRoot): EventTarget[] =>
    [...root.querySelectorAll('*')].flatMap(element =>
      element.shadowRoot ? [element, element.shadowRoot, ...all(element.shadowRoot)] : [element],
    );
  const listeners = () => {
    const byType: Record<string, number> = {};
    const inPage = all(document).map(target => [target, elements.get(target) ?? new Map()] as const);
    for (const [target, types] of [...lasting, ...inPage]) {
      for (const [type, { size }] of types) {
        const key = `${target.constructor.name} ${type}`;
        if (size > 0) byType[key] = (byType[key] ?? 0) + size;
      }
    }
    return byType;
  };
  Object.assign(window, {
    holdings: () => ({
      listeners: listeners(),
      timeouts: [...timeouts.values()],
      intervals: intervals.size,
      sockets,
      observers,
      sheets: document.adoptedStyleSheets.length,
      nodes: all(document).length,
    }),
  });
}
