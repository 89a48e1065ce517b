import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';

/** Whether `value` has a provider's `request`; hostile objects may throw when they are read. */
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
