import { encodeSs58 } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { type PolkadotKind, polkadotSigner } from '../../../test/otherSigners.js';
import { verifyPolkadotSignature } from './verifyPolkadotSignature.js';

describe('verifyPolkadotSignature', () => {
  it.each<[PolkadotKind, boolean]>([
    ['sr25519', false],
    ['sr25519', true],
    ['ed25519', false],
    ['ed25519', true],
    ['ecdsa', false],
    ['ecdsa', true],
  ])('verifies a key of %s, with its kind in the signature: %s', async (kind, typed) => {
    const { address, sign } = polkadotSigner(kind, typed);
    const signature = await sign('grüße, 世界');
    expect(verifyPolkadotSignature(address, 'grüße, 世界', signature)).toBe(true);
    expect(verifyPolkadotSignature(address, 'another text', signature)).toBe(false);
    const others = (['sr25519', 'ed25519', 'ecdsa'] as const).filter(one => one !== kind);
    for (const other of others) {
      expect(verifyPolkadotSignature(polkadotSigner(other).address, 'grüße, 世界', signature), other).toBe(
        false,
      );
    }
  });

  it("verifies schnorrkel's signature of a wrapped text", () => {
    // A vector of @polkadot/wasm-crypto.
    const key = Buffer.from('f84d048da2ddae2d9d8fd6763f469566e8817a26114f39408de15547f6d47805', 'hex');
    const signature =
      '0x48ce2c90e08651adfc8ecef84e916f6d1bb51ebebd16150ee12df247841a5437951ea0f9d632ca165e6ab391532e75e701be6a1caa88c8a6bcca3511f55b4183';
    const address = encodeSs58(key, 0);
    expect(verifyPolkadotSignature(address, 'message to sign', signature)).toBe(true);
    expect(verifyPolkadotSignature(address, 'message to sing', signature)).toBe(false);
  });

  it('refuses text that is not a signature, and a key with which anyone could sign', async () => {
    const { address } = polkadotSigner('sr25519');
    for (const none of ['', '0x', `0x${'00'.repeat(64)}`, `0x${'ff'.repeat(65)}`, `0x${'ff'.repeat(66)}`]) {
      expect(verifyPolkadotSignature(address, 'text', none), none.slice(0, 10)).toBe(false);
    }
    expect(verifyPolkadotSignature('nonsense', 'text', `0x${'00'.repeat(64)}`)).toBe(false);
    // The address of the key of zeros.
    const nobody = '111111111111111111111111111111111HC1';
    expect(verifyPolkadotSignature(nobody, 'text', `0x${'00'.repeat(64)}`)).toBe(false);
  });
});
