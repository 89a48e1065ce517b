/**
 * The part of a wallet's provider that Latchkit uses. Wallets differ in what they offer for events, so that part is
 * optional.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (...args: never[]) => void): unknown;
  removeListener?(event: string, listener: (...args: never[]) => void): unknown;
  off?(event: string, listener: (...args: never[]) => void): unknown;
}

/** Whether `value` can be asked as a provider; hostile objects may throw when they are looked at. */
export function isProvider(value: unknown): value is Eip1193Provider {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      typeof (value as { request?: unknown }).request === 'function'
    );
  } catch {
    return false;
  }
}
