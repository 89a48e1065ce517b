import { hexToBytes } from '@noble/hashes/utils';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recoveryPhrase, seedOfPhrase } from './recoveryPhrase.js';
import { addressesOf, ed25519KeyAt, walletKeys } from './walletKeys.js';

const keep = <Bytes extends Uint8Array>(bytes: Bytes) => bytes;
/** Different kinds of bytes: zeros, ones and a counting sequence. */
const ENTROPIES = [
  new Uint8Array(32),
  new Uint8Array(32).fill(255),
  Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256),
];

describe('walletKeys', () => {
  it('derives the same words, seed and EVM accounts as other libraries', async () => {
    for (const entropy of ENTROPIES) {
      const mnemonic = entropyToMnemonic(entropy, wordlist);
      const phrase = recoveryPhrase(entropy);
      expect(new TextDecoder().decode(phrase)).toBe(mnemonic);
      expect(await seedOfPhrase(phrase)).toEqual(Uint8Array.from(mnemonicToSeedSync(mnemonic)));
      const { evm, owner } = addressesOf(await walletKeys(entropy, keep));
      expect([evm, owner]).toEqual([
        mnemonicToAccount(mnemonic).address,
        mnemonicToAccount(mnemonic, { addressIndex: 1 }).address,
      ]);
    }
  });

  it('derives ed25519 keys that match the SLIP-0010 vectors', () => {
    const seed = hexToBytes('000102030405060708090a0b0c0d0e0f');
    const keys = [
      [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
      [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
      [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
      [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
      [[0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    ] as const;
    for (const [path, key] of keys) expect(ed25519KeyAt(seed, path)).toEqual(hexToBytes(key));
  });

  it('registers every secret that it creates', async () => {
    const noted: Uint8Array[] = [];
    const keys = await walletKeys(new Uint8Array(32), bytes => {
      noted.push(bytes);
      return bytes;
    });
    expect(noted).toEqual(expect.arrayContaining([keys.evm, keys.owner, keys.solana]));
    expect(
      noted
        .map(({ length }) => length)
        .sort((a, b) => a - b)
        .slice(0, 4),
    ).toEqual([32, 32, 32, 64]);
    expect(noted).toHaveLength(5);
  });
});
