import { deriveSymKey } from '../crypto/deriveSymKey.js';

/** The key of the session with a wallet; undefined for a hostile key, with which no shared key can be derived. */
export function sessionKeyOf(privateKey: string, publicKey: string): string | undefined {
  try {
    return deriveSymKey(privateKey, publicKey);
  } catch {
    return undefined;
  }
}
