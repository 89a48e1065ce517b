import type { Eip1193Provider } from '../core/adapter/Eip1193Provider.js';

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
