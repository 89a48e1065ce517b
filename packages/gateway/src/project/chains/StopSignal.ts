/** The part of an `AbortSignal` that the proxy needs to abort a call. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A signal and its controller in one object. Each proxied call needs two: an `AbortController` is a transferable event
 * target, which makes it the most expensive object of a call.
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

  /** Notifies all listeners, once. */
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

const followers = new WeakMap<AbortSignal, StopController>();

/**
 * Returns a signal for any number of calls, which aborts with the given one. Node warns of a leak when an `AbortSignal` has more than
 * ten listeners, and one request to the gateway may make more calls than that.
 */
export function forManyCalls(signal: StopSignal): StopSignal {
  if (!(signal instanceof AbortSignal)) return signal;
  const known = followers.get(signal);
  if (known !== undefined) return known;
  const follower = new StopController();
  followers.set(signal, follower);
  if (signal.aborted) follower.abort();
  else signal.addEventListener('abort', () => follower.abort(), { once: true });
  return follower;
}
