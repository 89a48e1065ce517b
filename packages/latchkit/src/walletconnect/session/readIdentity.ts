import type { Storage } from '../../core/kernel/storage.js';
import { randomHex } from '../crypto/randomHex.js';
import { isKey } from './Session.js';

const KEY = 'latchkit.wc.v1.identity';

/** Returns the private key by which the relay identifies this client; creates it on first use. It decrypts no message. */
export function readIdentity(storage: Storage | undefined): string {
  const stored = storage ? storage.getItem(KEY) : attempt(() => sessionStorage.getItem(KEY));
  if (isKey(stored)) return stored;
  const made = randomHex();
  if (storage) storage.setItem(KEY, made);
  else attempt(() => sessionStorage.setItem(KEY, made));
  return made;
}

/** Blocked storage throws, and a server has none: the key then lives as long as the client. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
