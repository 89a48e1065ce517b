import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { type WalletSuite, walletKeyVaults, walletSuite } from '../../../test/wallet/walletSuite.js';
import type { Database } from '../../platform/ports/Database.js';
import { GATEWAY_STORE, VAULT_STORE } from '../walletStores.js';
import { mirrorLag } from './mirrorSending.js';
import { restoreFromMirror } from './restoreFromMirror.js';

const STORES = { a: GATEWAY_STORE, b: VAULT_STORE };
const KEYS = walletKeyVaults;

let database: Database;
let suite: WalletSuite;
beforeAll(async () => {
  database = await openTestDatabase();
  suite = await walletSuite({ database });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Starts the services again, as after a restart. */
async function restarted(): Promise<WalletSuite> {
  suite.services.endWaits();
  await suite.services.mirror.end();
  await suite.services.end();
  await suite.gateway.close();
  suite = await walletSuite({ database });
  return suite;
}

const restore = (lost: 'a' | 'b', keyVault = KEYS[lost]) =>
  restoreFromMirror({
    ...STORES[lost],
    database,
    keyVault,
    mirror: { schema: STORES[lost === 'a' ? 'b' : 'a'].schema, database },
  });

describe('restoreFromMirror', () => {
  it('rebuilds each lost store, with wallets that open and logs that verify, but without deleted rows', async () => {
    const email = suite.address();
    const maker = await suite.frame();
    const made = await maker.create(await maker.signIn(email));
    const other = await suite.frame(suite.portalPage);
    passTime(31_000);
    const signedIn = await other.signIn(email);
    await other.recover(signedIn);
    // A device of a day may rekey.
    await database.query(
      "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours'",
    );
    await suite.services.mirror.flush();
    // The maker's device set, which this drops, must not come back.
    const rekeyed = await other.rekey(signedIn);
    await suite.services.mirror.flush();

    for (const lost of ['a', 'b'] as const) {
      const { schema } = STORES[lost];
      const before = await database.query(`select count(*)::int as n from ${schema}.audit`);
      await database.script(`drop schema ${schema} cascade`);
      await expect(restore(lost, KEYS[lost === 'a' ? 'b' : 'a'])).rejects.toMatchObject({
        code: 'KEYS_INVALID',
      });
      const counts = await restore(lost);
      expect(counts.get('audit')).toBe(before[0]?.n);
      await expect(restore(lost)).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY' });
      const { services } = await restarted();
      for (const store of services.stores)
        expect(await store.audit.verify()).toMatchObject({ brokenAt: undefined });
      // The mirror inside the lost store is written again.
      await services.mirror.flush();
      await services.mirror.flush();
    }
    const [sets] = await database.query(
      `select count(*)::int as n from ${GATEWAY_STORE.schema}.share_sets where kind = 'device'`,
    );
    expect(sets?.n).toBe(1);
    passTime(3_600_000);
    const late = await suite.frame();
    const { account } = await late.recover(await late.signIn(email));
    expect(account.addresses).toEqual(made.addresses);
    expect(account.epoch).toBe(rekeyed.epoch);
  });

  it('keeps nothing readable in the other store, and reports what it does not have yet', async () => {
    const [a] = suite.services.stores;
    if (a === undefined) throw new Error('The store is missing');
    // Only this test sends.
    await suite.services.mirror.end();
    await suite.services.mirror.flush();
    expect(await mirrorLag(a)).toEqual({ waiting: 0, seconds: 0 });
    const frame = await suite.frame();
    const made = await frame.create(await frame.signIn('reader@mail.example'));
    expect((await mirrorLag(a)).waiting).toBeGreaterThan(0);
    await suite.services.mirror.flush();
    expect((await mirrorLag(a)).waiting).toBe(0);
    const rows = await database.query(
      `select table_name, row_key, encode(sealed, 'escape') as text from ${VAULT_STORE.schema}.mirror_rows
       where sealed is not null and table_name <> 'secrets'`,
    );
    expect(rows.some(({ table_name }) => table_name === 'share_sets')).toBe(true);
    const text = JSON.stringify(rows);
    for (const secret of [made.addresses.evm, 'half_ct', 'enc_jwk', frame.jkt, 'wrapped']) {
      expect(text).not.toContain(secret);
    }
  });

  it('ignores rows of others and rows that were changed', async () => {
    const { frameUrl, vaultUrl, fetch } = suite.servers;
    const post = (url: string, body: unknown) =>
      fetch(
        new Request(`${url}/v1/mirror`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const [a] = suite.services.stores;
    const row = { table: 'deks', key: '["x"]', seq: '9', sealed: null };
    const token = await a?.keys.sign('latchkit-mirror+jwt', {
      ...{ iss: frameUrl, aud: vaultUrl, exp: Math.floor(Date.now() / 1_000) + 60 },
      hash: 'another',
    });
    for (const url of [frameUrl, vaultUrl]) {
      expect((await post(url, { token, rows: [row] })).status).toBe(403);
    }
  });
});
