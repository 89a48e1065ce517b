import { base58 } from '@scure/base';
import { smartAccountAddress } from 'latchkit/protocol';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { openPhrase, openShares } from './openOffline.js';
import { sealSeed } from './sealSeed.js';
import { splitKey } from './splitKey.js';

const WORDS = `${'abandon '.repeat(23)}art`;

describe('openPhrase', () => {
  it('derives the addresses and keys of the words', async () => {
    const { addresses, smartAccount, phrase, evmKey, ownerKey, solanaKey } = await openPhrase(
      ` ${WORDS.toUpperCase()}\n`,
    );
    const keys = [evmKey, ownerKey] as `0x${string}`[];
    expect(phrase).toBe(WORDS);
    expect([addresses.evm, addresses.owner]).toEqual(
      [0, 1].map(addressIndex => mnemonicToAccount(WORDS, { addressIndex }).address),
    );
    expect(smartAccount).toBe(smartAccountAddress(privateKeyToAddress(keys[1] ?? '0x')));
    expect(keys.map(key => privateKeyToAddress(key))).toEqual([addresses.evm, addresses.owner]);
    expect(base58.encode(base58.decode(solanaKey).subarray(32))).toBe(addresses.solana);
  });

  it.each([
    '',
    WORDS.replace('art', 'zoo'),
    WORDS.replace('art', ''),
    `${WORDS} art`,
    `${'abandon '.repeat(11)}about`,
  ])('refuses %j', async words => {
    await expect(openPhrase(words)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
  });
});

describe('openShares', () => {
  it('opens the wallet of both shares, and no wallet with other addresses', async () => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const { ours, theirs } = splitKey(key);
    const { addresses } = await openPhrase(WORDS);
    const account = { walletId: 'w', epoch: 1, addresses };
    const sealedSeed = await sealSeed(new Uint8Array(32), key, account);
    const shares = { account, sealedSeed, walletServiceShare: ours, vaultShare: theirs };
    expect((await openShares(shares)).phrase).toBe(WORDS);
    const wrong = [
      { ...shares, vaultShare: ours },
      { ...shares, account: { ...account, epoch: 2 } },
      { ...shares, account: { ...account, addresses: { ...addresses, solana: addresses.evm } } },
    ];
    for (const one of wrong) {
      await expect(openShares(one)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    }
  });
});
