import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { WALLET_SCHEMA } from '../../wallet/service/walletMigrations.js';
import { GATEWAY_STORE, VAULT_STORE } from '../../wallet/walletStores.js';
import { databaseCounters } from '../adapters/databaseCounters.js';
import type { Database } from '../ports/Database.js';
import { envelope } from './envelope.js';
import { environmentKeyVault } from './environmentKeyVault.js';
import { keyRing } from './keyRing.js';
import { openSealedStore, type SealedStore } from './openSealedStore.js';

const vaultOf = (byte: number) => environmentKeyVault(Buffer.alloc(32, byte).toString('base64url'));
const WALLET = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

let database: Database;
let store: SealedStore;
const openStore = (keyVault = vaultOf(1)) => openSealedStore({ ...GATEWAY_STORE, database, keyVault });

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore();
});
afterAll(() => database.close());

describe('openSealedStore', () => {
  it('returns the same secret and keys after a restart', async () => {
    const again = await openStore();
    expect(again.secret.index('email', 'a@b.c')).toBe(store.secret.index('email', 'a@b.c'));
    expect(again.keys.published).toEqual(store.keys.published);
    expect(again.secret.index('other', 'a@b.c')).not.toBe(store.secret.index('email', 'a@b.c'));
  });

  it('refuses the keys of another store and changes nothing [SEC-50]', async () => {
    const state = async () => [
      await database.query(`select * from ${WALLET_SCHEMA}.secrets`),
      await database.query(`select * from ${WALLET_SCHEMA}.schema_migrations`),
      await database.query(`select kid from ${WALLET_SCHEMA}.service_keys order by kid`),
    ];
    const before = await state();
    await expect(openStore(vaultOf(2))).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    expect(await state()).toEqual(before);
  });

  it('separates the two stores: own schema, secret and keys', async () => {
    const b = await openSealedStore({ ...VAULT_STORE, database, keyVault: vaultOf(1) });
    expect(b.secret.index('email', 'a@b.c')).not.toBe(store.secret.index('email', 'a@b.c'));
    expect(b.keys.published).not.toEqual(store.keys.published);
  });
});

describe('envelope', () => {
  const place = { table: 'share_sets', column: 'half_ct', rowId: 'r1', walletId: WALLET, epoch: 1 };
  const half = Buffer.alloc(32, 7);

  it('opens what it sealed in its own place only: row, column, table, wallet, epoch, store [SEC-46]', async () => {
    const sealed = await store.envelope.seal(database, place, half);
    expect(Buffer.from(await store.envelope.open(database, place, sealed))).toEqual(half);
    const others = [
      { ...place, rowId: 'r2' },
      { ...place, column: 'seed_ct' },
      { ...place, table: 'wallets' },
      { ...place, walletId: OTHER },
      { ...place, epoch: 2 },
    ];
    for (const other of others) {
      await expect(store.envelope.open(database, other, sealed)).rejects.toMatchObject({
        code: 'KEY_REFUSED',
      });
    }
    const asB = envelope('b', WALLET_SCHEMA, vaultOf(1));
    await expect(asB.open(database, place, sealed)).rejects.toMatchObject({ code: 'KEY_REFUSED' });
    // The data key of another wallet.
    const foreign = await store.envelope.seal(database, { ...place, walletId: OTHER }, half);
    const swapped = { dekId: foreign.dekId, ciphertext: sealed.ciphertext };
    await expect(store.envelope.open(database, place, swapped)).rejects.toMatchObject({
      code: 'KEY_REFUSED',
    });
  });

  it('refuses every flipped bit [SEC-47]', async () => {
    const { dekId, ciphertext } = await store.envelope.seal(database, place, half);
    for (let bit = 0; bit < ciphertext.length * 8; bit += 1) {
      const flipped = Uint8Array.from(ciphertext);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(
        store.envelope.open(database, place, { dekId, ciphertext: flipped }),
      ).rejects.toMatchObject({ code: 'KEY_REFUSED' });
    }
  });

  it('creates one data key per wallet, even when two calls need it at once', async () => {
    const wallet = '00000000-0000-7000-8000-000000000003';
    const sealed = await Promise.all(
      Array.from({ length: 5 }, () => store.envelope.seal(database, { ...place, walletId: wallet }, half)),
    );
    expect(new Set(sealed.map(({ dekId }) => dekId)).size).toBe(1);
  });

  it('rewraps data keys with a new key without changing the data', async () => {
    const sealed = await store.envelope.seal(database, place, half);
    const entry = (kid: string, byte: number, state: string) => ({
      kid,
      kty: 'oct',
      k: Buffer.alloc(32, byte).toString('base64url'),
      state,
    });
    const old = vaultOf(1).currentKeyId();
    const rotated = keyRing('env', { keys: [entry(old, 1, 'decrypt-only'), entry('new', 3, 'primary')] });
    expect(await envelope('a', WALLET_SCHEMA, rotated).rewrap(database)).toBeGreaterThan(0);
    const alone = keyRing('env', { keys: [entry('new', 3, 'primary')] });
    const after = envelope('a', WALLET_SCHEMA, alone);
    expect(Buffer.from(await after.open(database, place, sealed))).toEqual(half);
    expect(await after.rewrap(database)).toBe(0);
  });
});

describe('databaseCounters', () => {
  it('counts within a window without losing increments, and restarts after it', async () => {
    const counters = databaseCounters(database, `${WALLET_SCHEMA}.counters`);
    const states = await Promise.all(Array.from({ length: 50 }, () => counters.increment('n', 1, 60_000)));
    expect(states.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect([await counters.read('n'), await counters.read('none')]).toEqual([50, 0]);
    await counters.increment('short', 1, -1);
    expect(await counters.increment('short', 2, 400)).toEqual({ count: 2, resetsIn: 400 });
  });
});
