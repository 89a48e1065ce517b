import type { Storage } from '../../core/kernel/storage.js';
import { randomHex } from '../crypto/randomHex.js';
import { isKey } from './Session.js';

const KEY = 'latchkit.wc.v1.identity';

/**
 * Returns the private key by which a relay identifies this client; creates it on first use. It decrypts no message. Each relay
 * gets its own, so that no key shows two relays that they have the same client.
 *
 * @param relay - The relay's name; undefined: the first.
 */
export function readIdentity(storage: Storage | undefined, relay?: string): string {
  const key = relay === undefined ? KEY : `${KEY}.${relay}`;
  const stored = storage ? storage.getItem(key) : attempt(() => sessionStorage.getItem(key));
  if (isKey(stored)) return stored;
  const made = randomHex();
  if (storage) storage.setItem(key, made);
  else attempt(() => sessionStorage.setItem(key, made));
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
