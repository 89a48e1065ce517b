import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { migrate } from '../../platform/migrate.js';
import { WALLET_SCHEMA, walletMigrations } from './walletMigrations.js';

const S = WALLET_SCHEMA;
const DAY = 86_400_000;

describe('walletMigrations', () => {
  it('turns deletions that are planned into those that a login asked for', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    await database.script(`drop schema if exists ${S} cascade`);
    await migrate(database, walletMigrations, S, 28);
    const asked = new Date(Date.now() - DAY);
    const users: Record<string, string> = {};
    for (const mode of ['automatic', 'passkey', 'password']) {
      const [userId, dekId] = [randomUUID(), randomUUID()];
      users[mode] = userId;
      await database.query(`insert into ${S}.users (id, realm, created_at) values ($1, 'default', $2)`, [
        userId,
        asked,
      ]);
      await database.query(
        `insert into ${S}.wallets (id, user_id, state, epoch, seed_ct, dek_id, evm_address, owner_address, solana_address,
           recovery_version, recovery_mode, created_at)
         values ($1, $2, 'active', 1, ''::bytea, $3, 'a', 'b', 'c', 1, $4, $5)`,
        [randomUUID(), userId, dekId, mode, asked],
      );
      await database.query(
        `insert into ${S}.deletions (user_id, locale, requested_at, due_at) values ($1, 'en', $2, $3)`,
        [userId, asked, new Date(asked.getTime() + 7 * DAY)],
      );
    }
    for (const origin of ['passkey', 'recovered'])
      await database.query(
        `insert into ${S}.wallet_installations (id, wallet_id, installation_id, origin, counts_from, added_at)
         values ($1, $1, $1, $2, null, $3)`,
        [randomUUID(), origin, asked],
      );
    for (const _ of ['once', 'twice']) await migrate(database, walletMigrations, S);
    const rows = await database.query(
      `select user_id as "userId", standing, due_at as "dueAt" from ${S}.deletions`,
    );
    const days = (userId: string | undefined) => {
      const row = rows.find(found => found.userId === userId);
      return [row?.standing, Math.round((Number(row?.dueAt) - asked.getTime()) / DAY)];
    };
    expect([users.automatic, users.passkey, users.password].map(days)).toEqual([
      ['none', 7],
      ['none', 30],
      ['none', 30],
    ]);
    const factors = await database.query(
      `select origin, by_factor as "byFactor" from ${S}.wallet_installations order by origin`,
    );
    expect(factors).toEqual([
      { origin: 'passkey', byFactor: true },
      { origin: 'recovered', byFactor: false },
    ]);
  });
});
