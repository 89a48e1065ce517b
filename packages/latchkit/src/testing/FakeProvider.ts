/** A JSON-RPC request from a page to a wallet. */
export interface WalletRequest {
  readonly method: string;
  readonly params?: unknown;
}

type Listener = (...args: never[]) => void;

/**
 * A provider as wallets inject it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface FakeProvider {
  request(request: WalletRequest): Promise<unknown>;
  on(event: string, listener: Listener): this;
  removeListener(event: string, listener: Listener): this;
}

/** Events of a provider, with a listener count for tests. */
export class ProviderEvents {
  readonly #listeners = new Map<string, Set<(...args: unknown[]) => void>>();

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as (...args: unknown[]) => void));
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener as (...args: unknown[]) => void);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...args);
  }

  /** Number of listeners of all events. */
  get count(): number {
    let count = 0;
    for (const listeners of this.#listeners.values()) count += listeners.size;
    return count;
  }
}
