import { hkdf } from '@noble/hashes/hkdf';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { x25519 } from './x25519.js';

/**
 * Derives the key that both sides share: X25519 (RFC 7748), then HKDF-SHA256 (RFC 5869) without salt or info.
 *
 * @returns 32 bytes as hex.
 * @throws when the peer's key is invalid or of small order.
 */
export function deriveSymKey(privateKey: string, peerPublicKey: string): string {
  const shared = x25519.getSharedSecret(privateKey, peerPublicKey);
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, 32));
}
