import { bytesToHex } from '@noble/hashes/utils';
import { x25519 } from './x25519.js';

/** An X25519 key pair (RFC 7748); each key is 32 bytes as hex. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Generates a key pair for one proposal. */
export function createKeyPair(): KeyPair {
  const privateKey = x25519.utils.randomPrivateKey();
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(x25519.getPublicKey(privateKey)) };
}
