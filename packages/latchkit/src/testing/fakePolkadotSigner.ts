import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { blake2b } from '@noble/hashes/blake2';
import { hexToBytes } from '@noble/hashes/utils';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { encodeSs58 } from '../protocol/ss58.js';
import { hexOf } from './bitcoinText.js';

/** The kinds of keys of Polkadot. */
export type PolkadotKeyKind = 'sr25519' | 'ed25519' | 'ecdsa';

/** The keys of a fake extension. The only part that needs @scure/sr25519; loaded at the wallet's first request. */
export interface FakePolkadotSigner {
  /** With the generic prefix 42. */
  readonly addresses: readonly string[];
  /** Signs hex bytes, as hex with the type byte of a MultiSignature. */
  sign(address: string, data: string): Promise<string>;
}

interface Key {
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** Two keys. They are public: never send them anything of value. */
export function createFakePolkadotSigner(kind: PolkadotKeyKind): FakePolkadotSigner {
  const keys = [1, 2].map(number => keyOf(kind, new Uint8Array(32).fill(number)));
  return {
    addresses: keys.map(({ address }) => address),
    async sign(address, data) {
      const key = keys.find(one => one.address === address);
      if (!key) throw new Error(`The wallet has no key of ${address}.`);
      const type = { ed25519: 0, sr25519: 1, ecdsa: 2 }[kind];
      return `0x${hexOf(Uint8Array.of(type, ...key.sign(hexToBytes(data.slice(2)))))}`;
    },
  };
}

function keyOf(kind: PolkadotKeyKind, seed: Uint8Array): Key {
  if (kind === 'sr25519') {
    const secret = secretFromSeed(seed);
    return { address: encodeSs58(getPublicKey(secret), 42), sign: message => sign(secret, message) };
  }
  if (kind === 'ed25519') {
    return {
      address: encodeSs58(ed25519.getPublicKey(seed), 42),
      sign: message => ed25519.sign(message, seed),
    };
  }
  const hash = blake2b(secp256k1.getPublicKey(seed, true), { dkLen: 32 });
  return {
    address: encodeSs58(hash, 42),
    sign(message) {
      const signature = secp256k1.sign(blake2b(message, { dkLen: 32 }), seed);
      return Uint8Array.of(...signature.toCompactRawBytes(), signature.recovery);
    },
  };
}
