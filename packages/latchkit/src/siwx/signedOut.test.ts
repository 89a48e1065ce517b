// @vitest-environment jsdom
import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../gateway/src/server/startServer.js';
import { connect } from '../core/connection/connect.js';
import { createLatchkit, defineNetwork, getSession, memoryStorage } from '../core/index.js';
import { signIn, signOut } from '../core/signIn/signIn.js';
import { connectionOf, scriptedAdapter } from '../core/testSupport/scriptedAdapter.test-support.js';
import { until } from '../core/testSupport/stubGateway.test-support.js';
import { createSiwx } from './createSiwx.js';
import { SESSIONS_KEY } from './sessionRecord.js';

const PROJECT = '0'.repeat(32);
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const local = defineNetwork({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

let directory: string;
let gateway: RunningServer;
beforeAll(async () => {
  // The database needs files that it can read; jsdom's can't be read.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-siwx-'));
  const settings = readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory });
  gateway = await startServer(settings);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await gateway?.stop();
  rmSync(directory, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

/** Signs in, and gives the copy of the renewal token that a script of the page made. */
async function signedIn() {
  const storage = memoryStorage();
  const adapter = scriptedAdapter();
  const connection = { ...connectionOf('io.one', local.caipNetworkId), accounts: [owner.address] as const };
  adapter.answer.connect = async () => connection;
  adapter.signMessage = ({ message }) => owner.signMessage({ message });
  const kit = createLatchkit({
    projectId: PROJECT,
    gateway: gateway.url,
    networks: [local],
    adapters: [adapter],
    metadata: { name: 'Test' },
    features: { analytics: false },
    storage,
    siwx: createSiwx({ required: false }),
  });
  await kit.kernel.start();
  await connect(kit, { connectorId: 'io.one' });
  await until(() => {
    const { signIn: state } = kit.store.getState();
    return state.checking.length === 0 && (state.asking === undefined || state.asking.step === 'ready');
  });
  await signIn(kit);
  const [stolen = ''] = /[0-9a-f]{32}\.\d+\.[\w-]{43}/.exec(storage.getItem(SESSIONS_KEY) ?? '') ?? [];
  return { kit, stolen };
}

async function renewed(refreshToken: string): Promise<number> {
  const answer = await fetch(`${gateway.url}/siwx/v1/session/refresh?projectId=${PROJECT}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: location.origin },
    body: JSON.stringify({ refreshToken }),
  });
  return answer.status;
}

describe('the renewal token of somebody who signed out', () => {
  const signedOut = async (later: number) => {
    const { kit, stolen } = await signedIn();
    expect(stolen).not.toBe('');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    await signOut(kit);
    expect(await getSession(kit)).toBeUndefined();
    const status = await renewed(stolen);
    kit.destroy();
    return status;
  };

  it('ends with the session', async () => {
    expect(await signedOut(0)).toBe(401);
  });

  // A page that was in the background for an hour: the sign-out shows the token that has expired.
  it('ends with the session whose token of an hour has passed', async () => {
    expect(await signedOut(61 * 60_000)).toBe(401);
  });
});
