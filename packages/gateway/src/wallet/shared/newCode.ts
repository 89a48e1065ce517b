import { randomInt } from 'node:crypto';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { isSameText } from './hashText.js';

/** Returns six uniformly random digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}

/** The stored hash of a code. `id`: of the login or the change that it is for. */
export function codeHash({ secret }: SealedStore, id: string, code: string): string {
  return secret.index('otp', `${id}|${code}`);
}

/** Compares a code with its stored hash in constant time. Does not check its expiry. */
export function isCode(store: SealedStore, id: string, hash: string | null, code: string): boolean {
  return isSameText(codeHash(store, id, code), hash ?? '');
}
