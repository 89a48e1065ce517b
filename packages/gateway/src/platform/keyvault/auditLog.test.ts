import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { VAULT_SCHEMA } from '../../wallet/vault/vaultMigrations.js';
import { VAULT_STORE } from '../../wallet/walletStores.js';
import type { Database } from '../ports/Database.js';
import { environmentKeyVault } from './environmentKeyVault.js';
import { openSealedStore, type SealedStore } from './openSealedStore.js';

let database: Database;
let store: SealedStore;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openSealedStore({
    ...VAULT_STORE,
    database,
    keyVault: environmentKeyVault(Buffer.alloc(32, 1).toString('base64url')),
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script(
    `truncate ${VAULT_SCHEMA}.audit, ${VAULT_SCHEMA}.audit_head, ${VAULT_SCHEMA}.audit_start`,
  );
  for (let index = 0; index < 5; index += 1) await append(index);
});

const append = (index: number) =>
  store.audit.append({
    action: 'recovery.release',
    subject: `wallet ${index}`,
    actor: 'jkt',
    meta: { epoch: index, zone: 'a' },
  });
const brokenAt = async () => (await store.audit.verify()).brokenAt;

describe('auditLog', () => {
  it('chains its entries, even when many are added at once', async () => {
    await Promise.all([6, 7, 8, 9].map(append));
    expect(await store.audit.verify()).toMatchObject({ entries: 9, brokenAt: undefined });
    expect(JSON.stringify(await database.query(`select * from ${VAULT_SCHEMA}.audit`))).not.toContain(
      'wallet 1',
    );
  });

  it.each([
    ['an action was changed', `update ${VAULT_SCHEMA}.audit set action = 'other' where seq = 3`, 3],
    [
      'a fact was changed',
      `update ${VAULT_SCHEMA}.audit set meta = '{"epoch": 9, "zone": "a"}' where seq = 3`,
      3,
    ],
    ['a time was changed', `update ${VAULT_SCHEMA}.audit set at = at + interval '1 ms' where seq = 2`, 2],
    ['an entry is gone', `delete from ${VAULT_SCHEMA}.audit where seq = 3`, 3],
    ['the first is gone', `delete from ${VAULT_SCHEMA}.audit where seq = 1`, 1],
    ['the newest is gone', `delete from ${VAULT_SCHEMA}.audit where seq = 5`, 5],
    [
      'two were exchanged',
      `update ${VAULT_SCHEMA}.audit set seq = 100 where seq = 2;
       update ${VAULT_SCHEMA}.audit set seq = 2 where seq = 3;
       update ${VAULT_SCHEMA}.audit set seq = 3 where seq = 100`,
      2,
    ],
  ])('says where it breaks when %s [SEC-78]', async (_, sql, at) => {
    await database.script(sql);
    expect(await brokenAt()).toBe(at);
  });

  it('removes old entries, and what follows still verifies from an authenticated start [SEC-78]', async () => {
    const heads = [await store.audit.head()];
    const ages = (days: number, to: number) =>
      database.query(`update ${VAULT_SCHEMA}.audit set at = at - make_interval(days => $1) where seq <= $2`, [
        days,
        to,
      ]);
    const until = new Date(Date.now() - 400 * 86_400_000);
    expect(await store.audit.removeUntil(until)).toBe(0);
    await ages(401, 3);
    expect(await store.audit.removeUntil(until)).toBe(3);
    await append(6);
    expect(await store.audit.verify(heads)).toMatchObject({
      entries: 6,
      brokenAt: undefined,
      missing: undefined,
    });
    // With access to the database alone, nobody can delete more entries and move the start.
    await database.script(
      `update ${VAULT_SCHEMA}.audit_start set seq = 4, h = (select h from ${VAULT_SCHEMA}.audit where seq = 4);
       delete from ${VAULT_SCHEMA}.audit where seq = 4`,
    );
    expect(await brokenAt()).toBe(1);
    await database.script(`delete from ${VAULT_SCHEMA}.audit_start`);
    expect(await brokenAt()).toBe(1);
  });

  it('misses what was cut off together with its head, by a checkpoint of before [SEC-78]', async () => {
    const { head } = await store.audit.verify();
    await append(6);
    expect((await store.audit.verify([head])).missing).toBeUndefined();
    await database.script(`truncate ${VAULT_SCHEMA}.audit, ${VAULT_SCHEMA}.audit_head`);
    for (let index = 0; index < 7; index += 1) await append(index);
    expect((await store.audit.verify()).brokenAt).toBeUndefined();
    expect((await store.audit.verify([head])).missing).toBe(head);
  });
});
