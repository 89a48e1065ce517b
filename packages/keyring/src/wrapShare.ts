import { base64urlnopad } from '@scure/base';
import { keyringError } from './keyringError.js';
import type { SeedName } from './sealSeed.js';

const NONCE_LENGTH = 12;

/** Encrypts the vault's share with the key of a passkey or a password (AES-256-GCM): nonce, ciphertext, tag; base64url. */
export async function wrapShare(
  share: Uint8Array<ArrayBuffer>,
  factor: Uint8Array<ArrayBuffer>,
  name: SeedName,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const key = await crypto.subtle.importKey('raw', factor, 'AES-GCM', false, ['encrypt']);
  const wrapped = await crypto.subtle.encrypt(parameters(nonce, name), key, share);
  return base64urlnopad.encode(new Uint8Array([...nonce, ...new Uint8Array(wrapped)]));
}

/** @throws KEYRING_FACTOR The passkey or the password is another one. */
export async function unwrapShare(
  wrapped: string,
  factor: Uint8Array<ArrayBuffer>,
  name: SeedName,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = Uint8Array.from(base64urlnopad.decode(wrapped));
    const key = await crypto.subtle.importKey('raw', factor, 'AES-GCM', false, ['decrypt']);
    const given = parameters(bytes.subarray(0, NONCE_LENGTH), name);
    return new Uint8Array(await crypto.subtle.decrypt(given, key, bytes.subarray(NONCE_LENGTH)));
  } catch {
    throw keyringError('KEYRING_FACTOR');
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, { walletId, epoch }: SeedName): AesGcmParams {
  return {
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`lk1|recovery|${walletId}|${epoch}`),
  };
}
