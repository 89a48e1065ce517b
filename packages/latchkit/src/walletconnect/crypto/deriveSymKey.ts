import { hkdf } from '@noble/hashes/hkdf';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { x25519 } from './x25519.js';

/**
 * The key that two sides share: X25519 (RFC 7748), then HKDF-SHA256 (RFC 5869) without salt and info.
 *
 * @returns 32 bytes as hex.
 * @throws when the peer's key is of small order, or no key.
 */
export function deriveSymKey(privateKey: string, peerPublicKey: string): string {
  const shared = x25519.getSharedSecret(privateKey, peerPublicKey);
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, 32));
}
