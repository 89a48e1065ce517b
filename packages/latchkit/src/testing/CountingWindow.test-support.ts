import { setMaxListeners } from 'node:events';

/** An event target that replaces a browser's window and counts remaining listeners. */
export class CountingWindow extends EventTarget {
  readonly #listening = new Set<string>();
  readonly #ids = new WeakMap<object, number>();
  #next = 0;
  ethereum?: unknown;
  parent: unknown = this;
  readonly crypto = globalThis.crypto;

  /** Number of listeners of one event, or of all. */
  count(type?: string): number {
    return [...this.#listening].filter(key => type === undefined || key.startsWith(`${type}#`)).length;
  }

  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void {
    const signal = typeof options === 'object' ? options.signal : undefined;
    // An instance uses one signal for all listeners, and Node warns above ten.
    if (signal) setMaxListeners(0, signal);
    super.addEventListener(type, listener, options);
    if (!listener) return;
    const key = this.#key(type, listener);
    if (signal?.aborted) return;
    this.#listening.add(key);
    signal?.addEventListener('abort', () => this.#listening.delete(key), { once: true });
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null): void {
    super.removeEventListener(type, listener);
    if (listener) this.#listening.delete(this.#key(type, listener));
  }

  #key(type: string, listener: object): string {
    if (!this.#ids.has(listener)) this.#ids.set(listener, this.#next++);
    return `${type}#${this.#ids.get(listener)}`;
  }
}
