import { setMaxListeners } from 'node:events';

/** An event target in place of a browser's window, that counts what is left listening. */
export class CountingWindow extends EventTarget {
  readonly #listening = new Set<string>();
  readonly #ids = new WeakMap<object, number>();
  #next = 0;
  ethereum?: unknown;
  parent: unknown = this;
  readonly crypto = globalThis.crypto;

  /** How many listeners there are, of one event or of all. */
  count(type?: string): number {
    return [...this.#listening].filter(key => type === undefined || key.startsWith(`${type}#`)).length;
  }

  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void {
    const signal = typeof options === 'object' ? options.signal : undefined;
    // An instance has one signal for all its listeners, and Node warns of more than ten.
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
