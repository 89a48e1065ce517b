import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrameKey, signManifest } from '../../../../../scripts/lib/signFrame.mjs';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { walletKeyVaults } from '../../../test/wallet/walletSuite.js';
import { smtpMailer } from '../../platform/adapters/smtpMailer.js';
import { recordEscrow } from '../../platform/keyvault/escrow.js';
import { openSealedStore, type SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { Database } from '../../platform/ports/Database.js';
import { developmentInbox } from '../../server/developmentInbox.js';
import { portalMatches } from '../service/pages/portalMatches.js';
import { GATEWAY_STORE, VAULT_STORE } from '../walletStores.js';
import { CANARY_ADDRESSES } from './canaryAddresses.js';
import {
  type CreationFacts,
  creationConditions,
  creationRefusals,
  mayCreateWhere,
} from './walletCreation.js';

const ID = '00000000-0000-7000-8000-00000000000';
const directory = mkdtempSync(join(tmpdir(), 'latchkit-portal-'));
let database: Database;
let a: SealedStore;
let b: SealedStore;
let facts: { readonly a: CreationFacts; readonly b: CreationFacts };

beforeAll(async () => {
  database = await openTestDatabase();
  a = await openSealedStore({ ...GATEWAY_STORE, database, keyVault: walletKeyVaults.a });
  b = await openSealedStore({ ...VAULT_STORE, database, keyVault: walletKeyVaults.b });
  const common = {
    mailer: developmentInbox(),
    frameUrl: 'https://wallet.example',
    vaultUrl: 'https://vault.example',
    hasBothStores: true,
  };
  facts = {
    a: { ...common, store: a, keyVault: walletKeyVaults.a, isPortalServed: async () => true },
    b: { ...common, store: b, keyVault: walletKeyVaults.b },
  };
  for (const [store, { keyVault }] of [
    [a, facts.a],
    [b, facts.b],
  ] as const) {
    await recordEscrow(store, keyVault.currentKeyId());
    await addBackup(store, 1, 5);
  }
  for (const email of CANARY_ADDRESSES) {
    await database.query(
      `insert into ${a.schema}.canaries values ($1, gen_random_uuid(), '', '', '', gen_random_uuid(), now())`,
      [email],
    );
  }
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const addBackup = ({ schema }: SealedStore, number: number, canaries: number) =>
  database.query(`insert into ${schema}.backups values ($1, now(), $2)`, [`${ID}${number}`, canaries]);

/** What one change of the facts, or of a store, makes missing. */
async function refusals(of: 'a' | 'b', changed: Partial<CreationFacts> = {}): Promise<readonly string[]> {
  const conditions = creationConditions({ ...facts[of], ...changed });
  const found = await creationRefusals(conditions);
  const mayCreate = mayCreateWhere(conditions);
  expect(await mayCreate('user@mail.example')).toBe(found.length === 0);
  expect(await mayCreate(undefined)).toBe(found.length === 0);
  // Only the canaries are exempt: the other conditions need them.
  expect(await mayCreate('canary-5@canary.invalid')).toBe(true);
  expect(await mayCreate('canary-6@canary.invalid')).toBe(found.length === 0);
  return found;
}

/** Runs without some rows, which are there again afterwards. */
async function without(sql: string, run: () => Promise<void>): Promise<void> {
  const undone = new Error('undone');
  const inside = database.transaction(async runner => {
    await runner.query(sql);
    const within = { ...database, query: runner.query };
    const before = facts;
    facts = {
      a: { ...before.a, store: { ...a, database: within } },
      b: { ...before.b, store: { ...b, database: within } },
    };
    try {
      await run();
    } finally {
      facts = before;
    }
    throw undone;
  });
  await expect(inside).rejects.toBe(undone);
}

const MATCHES = { a: 'LATCHKIT_', b: 'LATCHKIT_VAULT_' };

describe.each(['a', 'b'] as const)('creationConditions of store %s', of => {
  it('opens when all are met', async () => {
    expect(await refusals(of)).toEqual([]);
  });

  it('refuses origins without https', async () => {
    expect(await refusals(of, { frameUrl: 'http://wallet.example' })).toEqual([
      expect.stringContaining('LATCHKIT_FRAME_URL'),
    ]);
    expect(await refusals(of, { vaultUrl: 'http://vault.example' })).toEqual([
      expect.stringContaining('LATCHKIT_VAULT_URL'),
    ]);
  });

  it('refuses without a ceremony of its own current key', async () => {
    await without(`delete from ${facts[of].store.schema}.key_escrows`, async () => {
      expect(await refusals(of)).toEqual([expect.stringMatching(`kek ceremony.*${MATCHES[of]}KEK_KMS`)]);
    });
    expect(await refusals(of, { keyVault: walletKeyVaults[of === 'a' ? 'b' : 'a'] })).toHaveLength(1);
  });

  it('refuses while the mail server does not answer', async () => {
    const mailer = smtpMailer('smtp://127.0.0.1:1', 'a@b.example');
    expect(await refusals(of, { mailer })).toEqual([expect.stringContaining(`${MATCHES[of]}SMTP_URL`)]);
    await mailer.close();
  });

  it('refuses without a backup in which all canaries signed', async () => {
    const { schema } = facts[of].store;
    await without(`delete from ${schema}.backups`, async () => {
      expect(await refusals(of)).toEqual([expect.stringContaining('latchkit-gateway backup')]);
    });
    await without(`update ${schema}.backups set canaries = 4`, async () => {
      expect(await refusals(of)).toEqual([expect.stringContaining('latchkit-gateway backup')]);
    });
  });
});

describe('creationConditions of the wallet service', () => {
  it('refuses without five canary wallets', async () => {
    await without(`delete from ${a.schema}.canaries where email = 'canary-3@canary.invalid'`, async () => {
      expect(await refusals('a')).toEqual([expect.stringContaining('latchkit-gateway canaries create')]);
    });
  });

  it('refuses, where the vault runs apart, without a backup of its own, or before a recovery with both stores', async () => {
    const apart = { hasBothStores: false };
    const missing = [expect.stringContaining('latchkit-gateway drill recovery')];
    expect(await refusals('a', apart)).toEqual(missing);
    const failed = `insert into ${a.schema}.drills values (gen_random_uuid(), 'recovery', now(), 'a reason')`;
    await without(failed, async () => expect(await refusals('a', apart)).toEqual(missing));
    await without(failed.replace("'a reason'", 'null'), async () => {
      expect(await refusals('a', apart)).toEqual([]);
    });
    for (const of of ['a', 'b'] as const) {
      const { schema } = facts[of].store;
      await without(`delete from ${schema}.backups`, async () => {
        expect(await refusals(of, apart)).toContainEqual(
          expect.stringMatching(`${schema}: run latchkit-gateway backup`),
        );
      });
    }
  });

  it('refuses without the portal, or with another file or signature than its manifest needs', async () => {
    const { jwk, publicKey } = createFrameKey();
    const isPortalServed = () => portalMatches(directory, publicKey);
    const missing = [expect.stringContaining('LATCHKIT_FRAME_DIR')];
    expect(await refusals('a', { isPortalServed: undefined })).toEqual(missing);
    expect(await refusals('a', { isPortalServed })).toEqual(missing);
    writeFileSync(join(directory, 'me.html'), '<main>');
    const hash = `sha384-${createHash('sha384').update('<main>').digest('base64')}`;
    const manifest = {
      ...{ version: '1.0.0', isDevelopment: false, worker: hash, scripts: {} },
      files: { 'me.html': hash },
    };
    const signWith = (key: typeof jwk) =>
      writeFileSync(join(directory, 'latchkit-frame.json'), JSON.stringify(signManifest(manifest, key)));
    signWith(createFrameKey().jwk);
    expect(await refusals('a', { isPortalServed })).toEqual(missing);
    signWith(jwk);
    expect(await refusals('a', { isPortalServed })).toEqual([]);
    writeFileSync(join(directory, 'me.html'), '<script>');
    expect(await refusals('a', { isPortalServed })).toEqual(missing);
  });
});
