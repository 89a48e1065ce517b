import { bytesToHex } from '@noble/hashes/utils';
import { x25519 } from './x25519.js';

/** A key pair of X25519 (RFC 7748), both halves 32 bytes as hex. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Makes a key pair for one proposal. */
export function createKeyPair(): KeyPair {
  const privateKey = x25519.utils.randomPrivateKey();
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(x25519.getPublicKey(privateKey)) };
}
