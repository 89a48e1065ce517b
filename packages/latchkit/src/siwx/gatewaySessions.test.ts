// @vitest-environment jsdom
import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../gateway/src/server/startServer.js';
import type { PermissionGrant } from '../core/adapter/Permissions.js';
import { connect } from '../core/connection/connect.js';
import {
  createLatchkit,
  defineNetwork,
  type Features,
  getSession,
  type Latchkit,
  memoryStorage,
  type Storage,
} from '../core/index.js';
import { signIn, signOut } from '../core/signIn/signIn.js';
import { listSignIns, revokeSignIn } from '../core/signIn/signIns.js';
import { grantPermissions, listPermissions, revokePermissions } from '../core/smartAccounts/permissions.js';
import { connectionOf, scriptedAdapter } from '../core/testSupport/scriptedAdapter.test-support.js';
import { until } from '../core/testSupport/stubGateway.test-support.js';
import { createError } from '../protocol/errors.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import { createSiwx } from './createSiwx.js';
import { SESSIONS_KEY } from './sessionRecord.js';

const PROJECT = '0'.repeat(32);
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const local = defineNetwork({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

let directory: string;
let anvil: Anvil;
let gateway: RunningServer;
const kits: Latchkit[] = [];

beforeAll(async () => {
  // The database needs files that it can read; jsdom's can't be read.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-siwx-'));
  anvil = await startAnvil(31337);
  const settings = readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory });
  gateway = await startServer({ ...settings, upstreams: { 'eip155:31337': anvil.url } });
});
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy();
});
afterAll(async () => {
  await gateway?.stop();
  await anvil?.stop();
  rmSync(directory, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

/** A page whose wallet connects or reconnects. */
async function page(storage: Storage, address = gateway.url, features: Partial<Features> = {}) {
  const adapter = scriptedAdapter();
  const connection = { ...connectionOf('io.one', local.caipNetworkId), accounts: [owner.address] as const };
  adapter.answer.connect = async () => connection;
  adapter.answer.reconnect = async () => connection;
  adapter.signMessage = ({ message }) => owner.signMessage({ message });
  const kit = createLatchkit({
    projectId: PROJECT,
    gateway: address,
    networks: [local],
    adapters: [adapter],
    metadata: { name: 'Test' },
    features: { analytics: false, ...features },
    storage,
    siwx: createSiwx({ statement: 'Sign in to Meridian.' }),
  });
  kits.push(kit);
  await kit.kernel.start();
  if (kit.store.getState().namespaces.eip155?.account.status === 'disconnected')
    await connect(kit, { connectorId: 'io.one' });
  await until(() => {
    const { signIn: state, namespaces } = kit.store.getState();
    if (namespaces.eip155?.account.status === 'reconnecting' || state.checking.length > 0) return false;
    return state.asking === undefined || state.asking.step === 'ready';
  });
  const session = () => getSession(kit);
  return { kit, adapter, session, asking: () => kit.store.getState().signIn.asking };
}

/** A browser whose visitor signed in and then closed the page. */
async function signedIn() {
  const storage = memoryStorage();
  const { kit } = await page(storage);
  const session = await signIn(kit);
  kit.destroy();
  return { storage, session };
}

/** The gateway's status for a token. */
async function tokenStatus(token = ''): Promise<string> {
  const response = await fetch(`${gateway.url}/siwx/v1/session?projectId=${PROJECT}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { error?: { code: string }; session?: { accountAddress: string } };
  return body.error?.code ?? body.session?.accountAddress ?? '';
}

/** Changes a record that the browser stored. */
function edit(storage: Storage, change: Record<string, unknown>): void {
  const kept = JSON.parse(storage.getItem(SESSIONS_KEY) ?? '[]') as object[];
  storage.setItem(SESSIONS_KEY, JSON.stringify(kept.map(one => ({ ...one, ...change }))));
}

const OLD = { tokenIssuedAt: 0 };

describe('gatewaySessions', () => {
  it('signs in with the gateway, which knows the token [STATE-37] [CAP-01]', async () => {
    const { kit, asking, session } = await page(memoryStorage());
    expect(asking()?.message).toMatchObject({ statement: 'Sign in to Meridian.', domain: location.host });
    const made = await signIn(kit);
    expect(session()).toBe(made);
    expect(made.accountAddress).toBe(`eip155:31337:${owner.address}`);
    expect(await tokenStatus(made.token)).toBe(made.accountAddress);
    expect(Date.parse(made.expirationTime ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  it('is not asked again after a reload [STATE-36]', async () => {
    const { storage, session } = await signedIn();
    const again = await page(storage);
    expect([again.session(), again.asking()]).toEqual([session, undefined]);
  });

  it('keeps the visitor signed in when the gateway cannot be reached', async () => {
    const { storage, session } = await signedIn();
    edit(storage, OLD);
    const again = await page(storage, 'http://localhost:1');
    expect([again.session(), again.asking()]).toEqual([session, undefined]);
    // Until the gateway is reachable again and accepts the same renewal.
    again.kit.destroy();
    const back = await page(storage);
    await until(() => back.session()?.token !== session.token);
    expect(await tokenStatus(back.session()?.token)).toBe(session.accountAddress);
  });

  it('renews each token before it expires', async () => {
    const { storage, session } = await signedIn();
    let token = session.token;
    for (let round = 0; round < 2; round++) {
      edit(storage, OLD);
      const again = await page(storage);
      const before = token;
      await until(() => again.session()?.token !== before);
      token = again.session()?.token;
      expect(await tokenStatus(token)).toBe(session.accountAddress);
      again.kit.destroy();
    }
    expect(storage.getItem(SESSIONS_KEY)).not.toContain(session.token);
  });

  it('asks for a signature again when the gateway has ended the session', async () => {
    const { storage, session } = await signedIn();
    await fetch(`${gateway.url}/siwx/v1/session?projectId=${PROJECT}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(await tokenStatus(session.token)).toBe('SESSION_REVOKED');
    edit(storage, OLD);
    const again = await page(storage);
    await until(() => again.asking()?.step === 'ready');
    expect([again.session(), again.asking()?.problem]).toEqual([undefined, 'expired']);
    expect(again.kit.store.getState().namespaces.eip155?.account.isConnected).toBe(true);
    expect(storage.getItem(SESSIONS_KEY)).toBeNull();
    expect(await tokenStatus((await signIn(again.kit)).token)).toBe(session.accountAddress);
  });

  it('treats corrupt and unknown records as no session', async () => {
    for (const text of ['{', '[1]', '{"a":1}', '[{"accountAddress":"x"}]']) {
      const { storage } = await signedIn();
      storage.setItem(SESSIONS_KEY, text);
      const again = await page(storage);
      expect([again.session(), again.asking()?.step]).toEqual([undefined, 'ready']);
      again.kit.destroy();
    }
    const { storage } = await signedIn();
    edit(storage, { message: { nonce: 'x' } });
    expect((await page(storage)).asking()?.step).toBe('ready');
  });

  it('removes an expired session', async () => {
    const { storage } = await signedIn();
    edit(storage, { expirationTime: new Date(Date.now() - 1_000).toISOString() });
    const again = await page(storage);
    expect([again.session(), again.asking()?.step]).toEqual([undefined, 'ready']);
    expect(storage.getItem(SESSIONS_KEY)).toBeNull();
  });

  it('signs out here and at the gateway', async () => {
    const { storage, session } = await signedIn();
    const again = await page(storage);
    await signOut(again.kit);
    expect(storage.getItem(SESSIONS_KEY)).toBeNull();
    expect(await tokenStatus(session.token)).toBe('SESSION_REVOKED');
  });

  it('creates no session from the signature of another account, and reports that of a contract [ERR-39]', async () => {
    const { kit, adapter, asking, session } = await page(memoryStorage());
    adapter.signMessage = ({ message }) => other.signMessage({ message });
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    adapter.signMessage = async ({ message }) => `${await other.signMessage({ message })}00ff`;
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_SMART_ACCOUNT' });
    expect([session(), asking()?.problem]).toEqual([undefined, 'smartAccount']);
    adapter.signMessage = ({ message }) => owner.signMessage({ message });
    expect((await signIn(kit)).accountAddress).toContain(owner.address);
  });

  it('lists the sign-ins of the account, and ends one that the wallet signs for', async () => {
    const { storage, session } = await signedIn();
    const again = await page(storage);
    const listed = await listSignIns(again.kit);
    const open = listed.filter(({ revokedAt }) => !revokedAt);
    expect(listed[0]).toMatchObject({ chainId: 'eip155:31337', domain: location.host });
    const signed: string[] = [];
    again.adapter.signMessage = ({ message }) => {
      signed.push(message);
      return owner.signMessage({ message });
    };
    const { pci = '' } = listed[0] ?? {};
    await revokeSignIn(again.kit, { pci });
    const { origin } = new URL(again.kit.options.gateway ?? '');
    expect(signed).toEqual([`Revoke session ${pci} of ${session.accountAddress}\n\nGateway: ${origin}`]);
    expect(await tokenStatus(session.token)).toBe('SESSION_REVOKED');
    await expect(listSignIns(again.kit)).rejects.toMatchObject({ code: 'SESSION_REVOKED' });
    again.adapter.signMessage = async () => Promise.reject(createError('REQUEST_REJECTED'));
    await expect(revokeSignIn(again.kit, { pci })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    again.adapter.signMessage = ({ message }) => other.signMessage({ message });
    const refused = revokeSignIn(again.kit, { pci: open[1]?.pci ?? pci });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
  });

  describe('with permissions', () => {
    const nextHour = Math.floor(Date.now() / 1_000) + 3_600;
    const grantOf = (context: string): PermissionGrant => ({
      context,
      method: 'wallet_grantPermissions',
      chainId: 'eip155:31337',
      from: owner.address,
      to: other.address,
      expiry: nextHour,
      permission: { type: 'native-token-transfer', data: { allowance: '0x1' } },
      rules: [],
      dependencies: [],
    });
    const { to, expiry, permission } = grantOf('0x1');
    const permissions = [{ to, expiry, permission }];

    it('lists what the account granted, and revokes one in the wallet and at the gateway [CALL-36] [CALL-37]', async () => {
      const { storage } = await signedIn();
      const { kit, adapter } = await page(storage, gateway.url, { smartSessions: true });
      const context = `0x${crypto.randomUUID()}`;
      const revoked: string[] = [];
      Object.assign(adapter, {
        grantPermissions: async () => [grantOf(context)],
        revokePermissions: async ({ grant }: { grant: { context: string } }) => revoked.push(grant.context),
      });
      await grantPermissions(kit, { permissions });
      const fetched = vi.spyOn(globalThis, 'fetch');
      const found = (await listPermissions(kit)).find(one => one.context === context);
      const id = `eip155:31337:${owner.address}`;
      expect(String(fetched.mock.calls[0]?.[0])).toContain(`/v1/sessions/${id}?`);
      const { rules, dependencies } = grantOf(context);
      const facts = { to, expiry, permission, rules, dependencies, chainId: 'eip155:31337' };
      expect(found).toMatchObject({ ...facts, revokedAt: null, domain: location.host });
      if (!found) throw new Error('The grant is not listed.');

      adapter.signMessage = async () => Promise.reject(createError('REQUEST_REJECTED'));
      await expect(revokePermissions(kit, { grant: found })).rejects.toMatchObject({
        code: 'REQUEST_REJECTED',
      });
      expect(revoked).toEqual([]);
      adapter.signMessage = ({ message }) => owner.signMessage({ message });
      await revokePermissions(kit, { grant: found });
      expect(revoked).toEqual([context]);
      const [url, sent] = fetched.mock.calls.at(-1) ?? [];
      expect(String(url)).toContain(`/v1/sessions/${id}/revoke?`);
      const signature = expect.stringMatching(/^0x/);
      expect(JSON.parse(String(sent?.body))).toEqual({ pci: found.pci, signature });
      fetched.mockRestore();
      const again = (await listPermissions(kit)).find(one => one.context === context);
      expect(again?.revokedAt).toMatch(/Z$/);
    });

    it('requests and stores nothing when the feature is off, which is the default', async () => {
      const { storage } = await signedIn();
      const { kit, adapter } = await page(storage);
      Object.assign(adapter, { grantPermissions: async () => [grantOf('0x2')] });
      const fetched = vi.spyOn(globalThis, 'fetch');
      expect(await grantPermissions(kit, { permissions })).toHaveLength(1);
      await expect(listPermissions(kit)).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
      expect(fetched.mock.calls.filter(([url]) => String(url).includes('/v1/sessions'))).toEqual([]);
      fetched.mockRestore();
    });

    it('returns a grant that the gateway could not store, and reports that', async () => {
      const { storage } = await signedIn();
      const { kit, adapter } = await page(storage, gateway.url, { smartSessions: true });
      const tooLong = 'x'.repeat(40_000);
      Object.assign(adapter, { grantPermissions: async () => [grantOf(tooLong)] });
      const reported: unknown[] = [];
      kit.on(event => reported.push(event));
      expect(await grantPermissions(kit, { permissions })).toHaveLength(1);
      expect(reported).toContainEqual(
        expect.objectContaining({ event: 'INTERNAL_ERROR', source: 'STORE_PERMISSIONS' }),
      );
    });
  });

  it('cannot start while the gateway is unreachable [ERR-37]', async () => {
    const { kit } = await page(memoryStorage(), 'http://localhost:1');
    const { namespaces, toast } = kit.store.getState();
    expect([namespaces.eip155?.account.status, toast?.text]).toEqual([
      'disconnected',
      'toast.signInUnavailable',
    ]);
  });
});
