import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
} from 'node:crypto';
import { base58 } from '@scure/base';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { type WalletAddresses, walletProofText } from 'latchkit/protocol';
import { HDKey, hdKeyToAccount } from 'viem/accounts';

/** Keys derived from a seed, as the wallet page has them during a call. */
export interface TestKeys {
  readonly addresses: WalletAddresses;
  /** Signs the proofs for a new wallet with all three keys. */
  prove(walletId: string, jkt: string): Promise<{ evm: string; owner: string; solana: string }>;
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives real keys from a seed: secp256k1 by BIP-32, ed25519. */
export function testKeys(seed: Uint8Array): TestKeys {
  const root = HDKey.fromMasterSeed(seed);
  const [evm, owner] = [0, 1].map(addressIndex => hdKeyToAccount(root, { addressIndex }));
  if (evm === undefined || owner === undefined) throw new Error('no keys');
  const edSeed = createHash('sha256').update(seed).update('solana').digest();
  const edKey = createPrivateKey({ key: Buffer.concat([PKCS8, edSeed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(edKey).export({ format: 'jwk' });
  return {
    addresses: { evm: evm.address, owner: owner.address, solana: base58.encode(Buffer.from(x, 'base64url')) },
    async prove(walletId, jkt) {
      const message = walletProofText(walletId, jkt);
      return {
        evm: await evm.signMessage({ message }),
        owner: await owner.signMessage({ message }),
        solana: base58.encode(sign(null, Buffer.from(message), edKey)),
      };
    },
  };
}

/** XOR of two values. */
export function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
}

const aadOf = (walletId: string, epoch: number) => Buffer.from(`lk1|seed|${walletId}|${epoch}`);

/** Encrypts a seed with a wallet key. */
export function sealSeed(key: Uint8Array, seed: Uint8Array, walletId: string, epoch: number): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(aadOf(walletId, epoch));
  return Buffer.concat([nonce, cipher.update(seed), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** @throws when the key is wrong or a bit was changed. */
export function openSeed(key: Uint8Array, sealed: string, walletId: string, epoch: number): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(aadOf(walletId, epoch));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** Seals shares to a service's published key. */
export async function sealTo(jwk: JWK, content: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const texts = Object.fromEntries(
    Object.entries(content).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64url')]),
  );
  return new CompactEncrypt(Buffer.from(JSON.stringify(texts)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...(jwk.kid ? { kid: jwk.kid } : {}) })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
}
