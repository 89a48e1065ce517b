import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';

/** Bytes of a nonce and of a tag (NIST SP 800-38D). */
const NONCE = 12;
const TAG = 16;

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag, concatenated. */
export function seal(key: Uint8Array, bytes: Uint8Array, aad: string): Uint8Array {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(aad, 'utf8'));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws BaseError `KEY_REFUSED` if the key, the ciphertext or the context differs. */
export function open(key: Uint8Array, sealed: Uint8Array, aad: string): Uint8Array {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(aad, 'utf8'));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  } catch (cause) {
    throw new BaseError('KEY_REFUSED', 'What is sealed cannot be opened', { cause });
  }
}
