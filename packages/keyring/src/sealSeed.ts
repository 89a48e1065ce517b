import { base64urlnopad } from '@scure/base';
import { keyringError } from './keyringError.js';

const NONCE_LENGTH = 12;

/** Identifies the seed. It is authenticated with the sealed data, so another seed can't replace it. */
export interface SeedName {
  readonly walletId: string;
  /** Incremented by each rekey. */
  readonly epoch: number;
}

/** Whether both name the same epoch of the same wallet. */
export function isSameSeed(one: SeedName, other: SeedName): boolean {
  return one.walletId === other.walletId && one.epoch === other.epoch;
}

/** Encrypts the seed with the wallet key (AES-256-GCM): 12-byte nonce, ciphertext, 16-byte tag; base64url. */
export async function sealSeed(
  entropy: Uint8Array<ArrayBuffer>,
  walletKey: Uint8Array<ArrayBuffer>,
  name: SeedName,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const key = await crypto.subtle.importKey('raw', walletKey, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(parameters(nonce, name), key, entropy);
  return base64urlnopad.encode(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** @throws KEYRING_MISMATCH The key is wrong, or the key, the data or the name was changed. */
export async function openSeed(
  sealedSeed: string,
  walletKey: Uint8Array<ArrayBuffer>,
  name: SeedName,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = Uint8Array.from(base64urlnopad.decode(sealedSeed));
    const key = await crypto.subtle.importKey('raw', walletKey, 'AES-GCM', false, ['decrypt']);
    const nonce = bytes.subarray(0, NONCE_LENGTH);
    const opened = await crypto.subtle.decrypt(parameters(nonce, name), key, bytes.subarray(NONCE_LENGTH));
    return new Uint8Array(opened);
  } catch {
    throw keyringError('KEYRING_MISMATCH');
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, { walletId, epoch }: SeedName): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`lk1|seed|${walletId}|${epoch}`) };
}
