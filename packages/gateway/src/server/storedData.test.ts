import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  readSessionCall,
  redeemSocialSignInCall,
  refreshSessionCall,
  releaseDeviceShareCall,
  releaseRecoveryShareCall,
  siwxTokensAnswer,
} from 'latchkit/protocol';
import { recoverMessageAddress } from 'viem';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { postgresPrograms } from '../../test/servers/startPostgres.js';
import { addOwnBot } from '../../test/storedData/addOwnBot.js';
import { addPayments } from '../../test/storedData/addPayments.js';
import { addThief } from '../../test/storedData/addThief.js';
import { returningBrowser, type StoredClient, serversOf } from '../../test/storedData/storedClient.js';
import { storedDataNames, unpackStoredData } from '../../test/storedData/unpackStoredData.js';
import { emptyPostgres } from '../../test/testDatabase.js';
import { logInByBot } from '../../test/wallet/logInByBot.js';
import { runCommand } from '../commands/runCommand.js';
import { openAdapters } from '../platform/adapters/openAdapters.js';
import type { Database } from '../platform/ports/Database.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

const MINUTE = 60_000;
const BOT = { person: 10_000_002, botToken: '700000001:a-token-that-only-the-project-has' };
const programs = postgresPrograms();

afterAll(() => void vi.useRealTimers());

/** Each version's data on one of the databases; with full counts, on both. */
const names = [...storedDataNames()]
  .sort()
  .filter((_, index) => process.env.LATCHKIT_FULL || index % 4 === 0 || index % 4 === 3);

/** Unpacks stored data, and returns the settings of a gateway for it. */
async function openStored(name: string) {
  const { folder, client, dump } = unpackStoredData(name);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env: Record<string, string> = {
    LATCHKIT_GATEWAY_PORT: '0',
    LATCHKIT_LOG: 'off',
    LATCHKIT_INDEX: 'off',
    LATCHKIT_DATA_DIR: join(folder, 'gateway'),
    // Parts of the tokens.
    LATCHKIT_PUBLIC_URL: client.gatewayUrl,
    LATCHKIT_FRAME_URL: client.frameUrl,
    LATCHKIT_VAULT_URL: client.vaultUrl,
    LATCHKIT_CHAIN_A_PORT: String(await freePort()),
  };
  if (dump !== undefined && programs !== undefined) {
    env.DATABASE_URL = await emptyPostgres();
    execFileSync(join(programs, 'psql'), ['--quiet', env.DATABASE_URL], {
      input: dump,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  }
  return { client, env };
}

/** Sets the clock to a time after the data was made: the client's tokens end after minutes, and its sessions after days. */
function clockAt(client: StoredClient, minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: client.madeAt.getTime() + minutes * MINUTE });
}

describe('a gateway on the stored data of an older one', () => {
  for (const name of names) {
    it(`keeps the address, the sessions, the project and the payment of ${name}, and the wallet signs (DX-01)`, async ({
      skip,
    }) => {
      if (name.endsWith('.postgres') && programs === undefined)
        skip('no PostgreSQL server is installed: apt-get install postgresql');
      const { client, env } = await openStored(name);
      const { page, addresses } = client;
      clockAt(client, 2);
      const gateway = await startServer(readSettings(env));
      onTestFinished(() => gateway.stop());
      const ask = async (path: string, token?: string, body?: unknown) => {
        const response = await fetch(`${gateway.url}${path}?projectId=${page.project}&st=test&sv=1`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            Origin: page.origin,
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: response.status, json: await response.json() };
      };
      const browser = await returningBrowser(client, gateway);

      // The tokens of the page that is open during the upgrade.
      const open = await browser.call('frame', readSessionCall.path, { access: client.session.access });
      expect(open).toMatchObject({ status: 200, json: { user: { email: client.email } } });
      expect(await ask('/siwx/v1/session', client.signIn.token)).toMatchObject({ status: 200 });

      // The sessions of a visitor who comes back later.
      clockAt(client, 120);
      const refreshed = await browser.call('frame', refreshSessionCall.path, {
        body: { refresh: client.session.refresh, exchange: crypto.randomUUID() },
      });
      expect(refreshed.status).toBe(200);
      const { access } = refreshSessionCall.response.parse(refreshed.json).session;
      const message = 'After the upgrade';
      const signature = await browser.signMessage(access, message);
      expect(await recoverMessageAddress({ message, signature })).toBe(addresses.evm);
      const again = await ask('/siwx/v1/session/refresh', undefined, {
        refreshToken: client.signIn.refreshToken,
      });
      expect(again.status).toBe(200);
      const { token } = siwxTokensAnswer.parse(again.json);
      expect(await ask('/siwx/v1/session', token)).toMatchObject({ status: 200 });

      if (client.payment !== undefined) {
        const { id, ...terms } = client.payment;
        expect(await ask(`/v1/payments/${id}`)).toMatchObject({ status: 200, json: { id, ...terms } });
      }
      expect(await ask('/projects/v1/origins')).toEqual({
        status: 200,
        json: expect.objectContaining({ allowedOrigins: [page.origin] }),
      });
      await gateway.stop();
      expect(await runCommand(['audit', 'verify'], env)).toMatch(/^latchkit_wallet\t.*\nlatchkit_vault\t/);
    });
  }

  for (const name of storedDataNames().filter(one => one.startsWith('ff850231'))) {
    it(`loses no payment of ${name}, and reports which transfers counted for another one [SEC-105] [SEC-106]`, async ({
      skip,
    }) => {
      if (name.endsWith('.postgres') && programs === undefined)
        skip('no PostgreSQL server is installed: apt-get install postgresql');
      const { client, env } = await openStored(name);
      clockAt(client, 2);
      const open = async <Answer>(run: (database: Database) => Promise<Answer>) => {
        const { database, close } = await openAdapters(readSettings(env));
        try {
          return await run(database);
        } finally {
          await close();
        }
      };
      const stored = async (database: Database) => ({
        payments: await database.query(
          'select id, project_id, status, received, told, paid_at from payments order by id',
        ),
        transfers: await database.query(
          'select distinct hash, payment_id, is_late, is_removed from payment_transfers order by hash',
        ),
        events: await database.query('select id, body from payment_events order by position'),
      });
      const before = await open(async database => {
        await addPayments(database, client.page.project);
        return stored(database);
      });
      expect(before.transfers).toHaveLength(5);
      const gateway = await startServer(readSettings(env));
      await gateway.stop();
      expect(gateway.notes).toContainEqual(expect.stringMatching(/^Payments: 5 of 6 earlier transfers/));
      const lines = (await runCommand(['payments', 'review'], env)).split('\n');
      expect(
        lines
          .slice(1)
          .map(line => line.replace(/^.*?\t.*?\t(0x\w+)\t.*\t(counts.*)\t/, '$1 $2, '))
          .sort(),
      ).toEqual([
        '0xcustomer counts for pay_attacker, would count for pay_customer',
        '0xfull counts for pay_second, would count for none',
        '0xlost counts for none, would count for pay_other',
        '0xlost counts for none, would count for pay_shop',
        '0xstranger counts for pay_second, would count for none',
      ]);
      // The command opened, and migrated, the data a second time.
      expect(await open(stored)).toEqual(before);
    });
  }

  // Before, there were no social logins.
  for (const name of names.filter(one => !one.startsWith('fc196fe5'))) {
    it(`withdraws what a stolen login added to ${name}, once, and the owner keeps the address [SEC-101] [SEC-104]`, async ({
      skip,
    }) => {
      if (name.endsWith('.postgres') && programs === undefined)
        skip('no PostgreSQL server is installed: apt-get install postgresql');
      const { client, env } = await openStored(name);
      const { database, close } = await openAdapters(readSettings(env));
      const thief = await addThief(database, client);
      await close();
      clockAt(client, 2);
      for (const time of ['first', 'second']) {
        const gateway = await startServer(readSettings(env));
        const stolen = await returningBrowser(thief, gateway);
        const exchange = { refresh: thief.session.refresh, exchange: crypto.randomUUID() };
        const again = await stolen.call('frame', refreshSessionCall.path, { body: exchange });
        expect(again, time).toMatchObject({ status: 401, json: { error: { code: 'INVALID_SESSION' } } });
        for (const path of [releaseDeviceShareCall.path, releaseRecoveryShareCall.path]) {
          const share = await stolen.call('frame', path, { body: {}, access: thief.session.access });
          expect(share.status, path).toBe(401);
        }
        // The installation that created the wallet, in its session by email.
        const browser = await returningBrowser(client, gateway);
        const message = `After the ${time} start`;
        const signature = await browser.signMessage(client.session.access, message);
        expect(await recoverMessageAddress({ message, signature })).toBe(client.addresses.evm);
        await gateway.stop();
        expect(await runCommand(['wallets', 'concerned'], env)).toMatch(
          /^repaired\t20.*\nwallets\t1\nowners told\t0\nshare sets withdrawn\t1\nsessions ended\t1$/,
        );
      }
      expect(await runCommand(['wallets', 'concerned', '--mail'], env)).toContain('owners told\t0');
      for (const _ of ['once', 'again']) {
        expect(await runCommand(['wallets', 'concerned', '--mail', '--yes'], env)).toContain(
          'owners told\t1',
        );
      }
    });
  }

  for (const name of names.filter(one => !one.startsWith('fc196fe5'))) {
    it(`keeps the address of a user of a project's own bot in ${name}, and leaves a thief with that bot nothing [SEC-104]`, async ({
      skip,
    }) => {
      if (name.endsWith('.postgres') && programs === undefined)
        skip('no PostgreSQL server is installed: apt-get install postgresql');
      const { client, env } = await openStored(name);
      const login = await addOwnBot(readSettings(env), client, BOT);
      const { database, close } = await openAdapters(readSettings(env));
      const thief = await addThief(database, client, login);
      await close();
      clockAt(client, 2);
      const concerned: string[] = [];
      for (const time of ['first', 'second']) {
        const gateway = await startServer(readSettings(env));
        const servers = serversOf(client, gateway);
        const stolen = await returningBrowser(thief, gateway);
        const exchange = { refresh: thief.session.refresh, exchange: crypto.randomUUID() };
        const again = await stolen.call('frame', refreshSessionCall.path, { body: exchange });
        expect(again, time).toMatchObject({ status: 401, json: { error: { code: 'INVALID_SESSION' } } });
        for (const path of [releaseDeviceShareCall.path, releaseRecoveryShareCall.path]) {
          const share = await stolen.call('frame', path, { body: {}, access: thief.session.access });
          expect(share.status, path).toBe(401);
        }
        // The bot logs the thief in as nobody.
        const forged = await logInByBot(stolen, servers, client.page, BOT);
        expect(forged, time).toMatchObject({
          status: 403,
          json: { error: { code: 'KNOWN_DEVICE_REQUIRED' } },
        });
        // The installation that created the wallet logs in again, and may join the login of the project.
        const browser = await returningBrowser(client, gateway);
        const ended = await browser.call('frame', readSessionCall.path, { access: client.session.access });
        expect(ended.status).toBe(401);
        const redeemed = redeemSocialSignInCall.response.parse(
          (await logInByBot(browser, servers, client.page, BOT)).json,
        );
        expect(redeemed.join?.added.provider).toBe('telegram');
        const message = `After the ${time} start`;
        const signature = await browser.signMessage(redeemed.session.access, message);
        expect(await recoverMessageAddress({ message, signature })).toBe(client.addresses.evm);
        await gateway.stop();
        concerned.push(await runCommand(['wallets', 'concerned'], env));
      }
      // Migrated twice is migrated once.
      expect(concerned[1]).toBe(concerned[0]);
      expect(concerned[0]).toMatch(
        /\nwallets\t1\nowners told\t0\nshare sets withdrawn\t1\nsessions ended\t2$/,
      );
    });
  }
});
