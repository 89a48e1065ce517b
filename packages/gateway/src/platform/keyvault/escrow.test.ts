import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { walletSuite } from '../../../test/wallet/walletSuite.js';
import { isEscrowed, joinShares, recordEscrow, splitKey } from './escrow.js';

const key = randomBytes(32);

describe('splitKey', () => {
  it('returns five shares, of which every three rebuild the key and none reveals it', async () => {
    const shares = await splitKey('kek-1', key);
    expect(shares.map(({ custodian }) => custodian)).toEqual([1, 2, 3, 4, 5]);
    for (const { share } of shares) {
      expect(Buffer.from(share, 'base64url').includes(key.subarray(0, 8))).toBe(false);
    }
    expect(Buffer.from((await joinShares([...shares].reverse())).key)).toEqual(key);
  });

  it('rejects two shares, a repeated one, a damaged one and one of another key', async () => {
    const [one, two, three] = await splitKey('kek-1', key);
    const [foreign] = await splitKey('kek-1', randomBytes(32));
    if (!one || !two || !three || !foreign) throw new Error('There are not enough shares');
    const text = Buffer.from(three.share, 'base64url');
    text[3] = (text[3] ?? 0) ^ 1;
    const damaged = { ...three, share: text.toString('base64url') };
    for (const shares of [
      [one, two],
      [one, two, two],
      [one, two, damaged],
      [one, two, { ...foreign, custodian: 3 }],
    ]) {
      await expect(joinShares(shares)).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    }
  });
});

describe('isEscrowed', () => {
  it('is true for a recorded current key, or for a service that keeps the key', async () => {
    const suite = await walletSuite();
    for (const store of suite.services.stores) {
      const vault = (id: string, kid: string) => ({ id, currentKeyId: () => kid });
      const now = (id: string, kid: string) => isEscrowed(store, suite.database, vault(id, kid));
      expect(await now('file', 'kek-1')).toBe(false);
      await recordEscrow(store, 'kek-1');
      await recordEscrow(store, 'kek-1');
      expect([await now('file', 'kek-1'), await now('file', 'kek-2'), await now('aws-kms', 'arn')]).toEqual([
        true,
        false,
        true,
      ]);
      expect((await store.audit.verify()).brokenAt).toBeUndefined();
    }
    await suite.close();
  });
});
