import { createPublicKey, verify } from 'node:crypto';
import { fromBase58 } from 'latchkit/protocol';

/**
 * Keys for which anyone can create signatures, as hex without the sign bit: points of small order, which RFC 8032 accepts. One
 * of them is the address of Solana's system program.
 */
const ANYBODY = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/**
 * Whether the account signed the text with its ed25519 key (RFC 8032).
 *
 * @param address - Base58 of the public key.
 * @param signature - Base58 of 64 bytes.
 */
export function verifySolanaSignature(address: string, text: string, signature: string): boolean {
  const key = fromBase58(address);
  const bytes = fromBase58(signature);
  if (key?.length !== 32 || bytes?.length !== 64 || isAnybodys(key)) return false;
  try {
    const x = Buffer.from(key).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, bytes);
  } catch {
    return false;
  }
}

function isAnybodys(key: Uint8Array): boolean {
  const copy = Buffer.from(key);
  copy[31] = (copy[31] ?? 0) & 0x7f;
  return ANYBODY.has(copy.toString('hex'));
}
