import { hkdfSync } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519';
import { hkdf } from '@noble/hashes/hkdf';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { describe, expect, it } from 'vitest';
import { createKeyPair } from './createKeyPair.js';
import { deriveSymKey } from './deriveSymKey.js';
import { topicOf } from './topicOf.js';

/** RFC 7748, section 6.1: Bob's private key, both public keys and the shared secret. */
const RFC_7748 = {
  bob: '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
  bobPublic: 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
  alicePublic: '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
  shared: '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
};

describe('deriveSymKey', () => {
  it('agrees on the shared secret of RFC 7748, section 6.1', () => {
    expect(bytesToHex(x25519.getPublicKey(RFC_7748.bob))).toBe(RFC_7748.bobPublic);
    expect(bytesToHex(x25519.getSharedSecret(RFC_7748.bob, RFC_7748.alicePublic))).toBe(RFC_7748.shared);
    const derived = hkdfSync('sha256', Buffer.from(RFC_7748.shared, 'hex'), '', '', 32);
    expect(deriveSymKey(RFC_7748.bob, RFC_7748.alicePublic)).toBe(Buffer.from(derived).toString('hex'));
  });

  it('derives the key of RFC 5869, test case 3 (no salt, no info)', () => {
    const okm = hkdf(sha256, hexToBytes('0b'.repeat(22)), undefined, undefined, 42);
    expect(bytesToHex(okm)).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    );
  });

  it("derives the key and topic of the protocol's example keys", () => {
    const symKey = deriveSymKey(
      '1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862',
      '590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a',
    );
    expect(symKey).toBe('0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c');
    const shared = '9c87e48e69b33a613907515bcd5b1b4cc10bbaf15167b19804b00f0a9217e607';
    expect(topicOf(shared)).toBe('a492906ccc809a411bb53a84572b57329375378c6ad7566f3e1c688200123e77');
  });

  it('derives the same key on both sides and a different one for each pair', () => {
    const [one, two, three] = [createKeyPair(), createKeyPair(), createKeyPair()];
    const key = deriveSymKey(one.privateKey, two.publicKey);
    expect(deriveSymKey(two.privateKey, one.publicKey)).toBe(key);
    expect(deriveSymKey(two.privateKey, three.publicKey)).not.toBe(key);
  });

  it('rejects a key of small order and an invalid key', () => {
    const { privateKey } = createKeyPair();
    expect(() => deriveSymKey(privateKey, '00'.repeat(32))).toThrow();
    expect(() => deriveSymKey(privateKey, 'zz')).toThrow();
  });
});
