import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { freePorts } from '../../../../scripts/lib/ports.mjs';
import { passTime } from '../../test/passTime.js';
import { refused } from '../../test/refused.js';
import { newData } from '../../test/testDatabase.js';
import { runningFrame } from '../../test/wallet/runningFrame.js';
import { walletSuite } from '../../test/wallet/walletSuite.js';
import { runCommand } from '../commands/runCommand.js';
import { recordEscrow } from '../platform/keyvault/escrow.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { readSettings } from './readSettings.js';
import { type RunningServer, startServer } from './startServer.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkit-wallet-'));
const directory = join(parent, 'gateway');
let env: Record<string, string>;
beforeAll(async () => {
  env = { LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_LOG: 'off', ...(await newData(directory)) };
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('the wallet in one process', () => {
  let gateway: RunningServer;
  beforeAll(async () => {
    gateway = await startServer(readSettings(env));
  });

  it('responds to pending waits for a decision when it stops, and starts again', async () => {
    const email = 'waiting@mail.example';
    const frame = await runningFrame(gateway);
    const { id } = await frame.askApproval(await frame.start(email), email);
    const look = () => frame.call('vault', `/v1/approvals/${id}`);
    const nonce = (await look()).headers.get('DPoP-Nonce');
    const url = `${gateway.vaultUrl}/v1/approvals/${id}/decision`;
    const waiting = awaitedLater(
      fetch(url, {
        headers: {
          DPoP: await frame.proof('GET', url, { nonce }),
          'Latchkit-Project': frame.page.project,
          'Latchkit-Origin': frame.page.origin,
        },
      }),
    );
    await look();
    await gateway.stop();
    expect(await (await waiting).json()).toEqual({ state: 'pending' });
    gateway = await startServer(readSettings(env));
  });

  it('needs no link on a new device when the operator chose the code alone', async () => {
    await gateway.stop();
    gateway = await startServer(readSettings({ ...env, LATCHKIT_NEW_DEVICE: 'code' }));
    const direct = await runningFrame(gateway);
    expect((await direct.start('direct@mail.example')).action).toBe('VERIFY_OTP');
    await gateway.stop();
    gateway = await startServer(readSettings(env));
    const linked = await runningFrame(gateway);
    expect((await linked.start('linked@mail.example')).action).toBe('VERIFY_DEVICE');
  });

  it('refuses keys that are loose, missing or others, and opens a wallet again after a restart [SEC-50] [SEC-78]', async () => {
    const email = 'one@mail.example';
    // Otherwise a busy machine would take longer for the restart than the cool-down.
    passTime(0);
    const first = await runningFrame(gateway);
    const signedIn = await first.signIn(email);
    const account = await first.create(signedIn);
    const keyFile = join(parent, 'gateway-keys', 'gateway.json');
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    await gateway.stop();
    expect(await runCommand(['audit', 'verify'], env)).toMatch(
      /^latchkit_wallet\t\d+ entries\t[1-9]\d* checkpoints\t\d+:[\w-]{43}\nlatchkit_vault\t\d+ entries\t[1-9]\d* checkpoints\t\d+:[\w-]{43}$/,
    );

    chmodSync(keyFile, 0o644);
    await expect(startServer(readSettings(env))).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    chmodSync(keyFile, 0o600);
    const vaultKeys = join(parent, 'gateway-keys', 'vault.json');
    expect(readFileSync(keyFile, 'utf8')).not.toBe(readFileSync(vaultKeys, 'utf8'));
    // The vault's keys, given as the wallet service's.
    const swapped = { ...env, LATCHKIT_KEK_FILE: vaultKeys };
    await expect(startServer(readSettings(swapped))).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    const missing = { ...env, LATCHKIT_KEK_FILE: join(parent, 'none.json') };
    await expect(startServer(readSettings(missing))).rejects.toMatchObject({ code: 'KEYS_INVALID' });

    gateway = await startServer(readSettings(env));
    const second = await runningFrame(gateway);
    // Counters survive the restart.
    expect(await refused(second.start(email))).toBe('429 COOLDOWN');
    passTime(31_000);
    expect((await second.recover(await second.signIn(email))).account).toEqual(account);
    vi.useRealTimers();
    await gateway.stop();
  });
});

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    LATCHKIT_FRAME_URL: 'https://wallet.example',
    LATCHKIT_VAULT_URL: 'https://vault.example',
    LATCHKIT_KEK_FILE: '/keys/a.json',
    LATCHKIT_VAULT_KEK_FILE: '/keys/b.json',
    LATCHKIT_SMTP_URL: 'smtp://mail.example',
    LATCHKIT_MAIL_FROM: 'wallet@shop.example',
  };

  it('has no wallet unless the setup is complete', () => {
    expect(readSettings({ NODE_ENV: 'production' }).wallet).toBeUndefined();
    expect(readSettings(production).wallet).toMatchObject({
      only: 'all',
      frameUrl: 'https://wallet.example',
    });
    for (const name of [
      'LATCHKIT_FRAME_URL',
      'LATCHKIT_VAULT_URL',
      'LATCHKIT_KEK_FILE',
      'LATCHKIT_VAULT_KEK_FILE',
      'LATCHKIT_SMTP_URL',
      'LATCHKIT_MAIL_FROM',
    ]) {
      expect(() => readSettings({ ...production, [name]: '' }), name).toThrow(/^LATCHKIT_/);
    }
  });

  it('refuses development keys, keys in the environment, and plain http', async () => {
    expect(() => readSettings({ ...production, LATCHKIT_KEK: 'x' })).toThrow(
      'LATCHKIT_KEK is for development',
    );
    expect(() => readSettings({ ...production, LATCHKIT_FRAME_URL: 'http://wallet.example' })).toThrow(
      'LATCHKIT_FRAME_URL must be an origin',
    );
    const own = await newData(join(parent, 'production'));
    const [a, b] = [join(parent, 'a.json'), join(parent, 'b.json')];
    await runCommand(['kek', 'make', a], {});
    await runCommand(['kek', 'make', b], {});
    await expect(runCommand(['kek', 'make', a], {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const settings = (keys: string) =>
      readSettings({
        ...production,
        LATCHKIT_GATEWAY_PORT: '0',
        LATCHKIT_GATEWAY_HOST: '127.0.0.1',
        ...own,
        LATCHKIT_LOG: 'off',
        LATCHKIT_PUBLIC_URL: 'https://gateway.example',
        LATCHKIT_KEK_FILE: keys,
        LATCHKIT_VAULT_KEK_FILE: b,
      });
    const development = join(parent, 'gateway-keys', 'gateway.json');
    await expect(startServer(settings(development))).rejects.toMatchObject({
      code: 'KEYS_INVALID',
      message: 'The keys were made for development',
    });
    // Three of five custodians can rebuild each key, and the store has recorded that the shares were handed out.
    const custodians = join(parent, 'custodians');
    const set = { ...production, ...own, LATCHKIT_KEK_FILE: a, LATCHKIT_VAULT_KEK_FILE: b };
    expect(await runCommand(['kek', 'ceremony', custodians], set)).toContain('any 3 can rebuild');
    for (const [name, file] of [
      ['gateway', a],
      ['vault', b],
    ] as const) {
      const { kid } = JSON.parse(readFileSync(file, 'utf8')).keys[0];
      const shares = [5, 2, 3].map(one => join(custodians, `custodian-${one}`, `${name}-${kid}.json`));
      expect(statSync(shares[0] ?? '').mode & 0o777).toBe(0o600);
      const rebuilt = join(parent, `${name}-rebuilt.json`);
      const two = runCommand(['kek', 'restore', rebuilt, ...shares.slice(1)], {});
      await expect(two).rejects.toMatchObject({ code: 'KEYS_INVALID' });
      expect(await runCommand(['kek', 'restore', rebuilt, ...shares], name === 'vault' ? {} : set)).toBe(
        name === 'vault' ? rebuilt : `${rebuilt}\ncustodians: recorded`,
      );
      expect(readFileSync(rebuilt, 'utf8')).toBe(readFileSync(file, 'utf8'));
    }
    const gateway = await startServer(settings(a));
    const health = await (await fetch(`${gateway.frameUrl}/healthz`)).json();
    expect(health).toEqual({
      ...{ status: 'ok', trust: 'one trust domain' },
      // Of the rebuilt keys, one is the gateway's own.
      drills: ['device', 'recovery', 'restore', 'custodians'].map(kind =>
        expect.objectContaining({ kind, isOverdue: kind !== 'custodians' }),
      ),
      creation: expect.arrayContaining([expect.stringContaining('no 5 canary wallets')]),
    });
    const inbox = await fetch(`${gateway.url}/dev/inbox`);
    expect(inbox.status).toBe(404);
    // The development project doesn't exist in production.
    const seeded = await fetch(`${gateway.url}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`);
    expect(seeded.ok).toBe(false);
    await seeded.body?.cancel();
    await inbox.body?.cancel();
    const ready = await fetch(`${gateway.frameUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    await gateway.stop();
  });

  it('creates no wallets until its conditions are met', async () => {
    const suite = await walletSuite({ mayCreate: false });
    const frame = await suite.frame();
    expect(await refused(frame.create(await frame.signIn('a@mail.example')))).toBe(
      '403 WALLET_CREATION_CLOSED',
    );
    await suite.close();
  });
});

describe('a vault in production', () => {
  it("stores no share of a new wallet before its own key is with custodians, whatever the wallet service's state is", async () => {
    const suite = await walletSuite({ hasStrictVault: true });
    const { database } = suite;
    const [gateway, vault] = suite.services.stores;
    if (gateway === undefined || vault === undefined) throw new Error('A store is missing');
    const kekOf = async (schema: string) =>
      String((await database.query(`select kek_id from ${schema}.secrets limit 1`))[0]?.kek_id);
    const frame = await suite.frame();
    const signedIn = await frame.signIn('b@mail.example');
    const closed = '403 WALLET_CREATION_CLOSED';
    expect(await refused(frame.create(signedIn))).toBe(closed);
    // Ceremonies of the other store, or of another key, don't count.
    await recordEscrow(gateway, await kekOf(gateway.schema));
    await recordEscrow(vault, await kekOf(gateway.schema));
    expect(await refused(frame.create(signedIn))).toBe(closed);
    expect(await database.query('select 1 from latchkit_vault.recovery')).toEqual([]);
    await recordEscrow(vault, await kekOf(vault.schema));
    await database.query(`insert into ${vault.schema}.backups values (gen_random_uuid(), now(), 5)`);
    expect(await frame.create(signedIn)).toMatchObject({ addresses: expect.anything() });
    await suite.close();
  });
});

describe('two processes', () => {
  it('each have their own share, and verify each other by published keys', async () => {
    const [a, b] = [await newData(join(parent, 'half-a')), await newData(join(parent, 'half-b'))];
    // Each process needs the other's URL.
    const [framePort, vaultPort] = await freePorts(2);
    const ports = { LATCHKIT_FRAME_PORT: String(framePort), LATCHKIT_VAULT_PORT: String(vaultPort) };
    const gateway = await startServer(readSettings({ ...env, ...ports, LATCHKIT_ONLY: 'gateway', ...a }));
    expect(gateway.vaultUrl).toBeUndefined();
    const vault = await startServer(readSettings({ ...env, ...ports, LATCHKIT_ONLY: 'vault', ...b }));
    expect(await (await fetch(`${vault.url}/healthz`)).json()).toEqual({
      status: 'ok',
      trust: 'split',
      creation: [],
    });
    const { keys } = await (await fetch(`${vault.url}/.well-known/jwks.json`)).json();
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).not.toHaveProperty('d');
    await Promise.all([gateway.stop(), vault.stop()]);
  });
});
