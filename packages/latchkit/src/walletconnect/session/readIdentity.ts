import type { Storage } from '../../core/kernel/storage.js';
import { randomHex } from '../crypto/randomHex.js';
import { isKey } from './Session.js';

const KEY = 'latchkit.wc.v1.identity';

/** The private key that the relay knows this client by; made at the first call. It opens no message. */
export function readIdentity(storage: Storage | undefined): string {
  const stored = storage ? storage.getItem(KEY) : attempt(() => sessionStorage.getItem(KEY));
  if (isKey(stored)) return stored;
  const made = randomHex();
  if (storage) storage.setItem(KEY, made);
  else attempt(() => sessionStorage.setItem(KEY, made));
  return made;
}

/** Blocked storage throws, and a server has none: then the key lives as long as the client. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
