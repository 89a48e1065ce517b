/** What ends a call: as much of an `AbortSignal` as the proxy needs. Every `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A signal and what sets it off, in one. Each proxied call needs two: `AbortController` is an event target that can be sent
 * to other threads, which makes it the dearest object of a whole call.
 */
export class StopController implements StopSignal {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Tells all who listen, once. */
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
