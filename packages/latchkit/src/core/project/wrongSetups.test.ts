// @vitest-environment jsdom
import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../../gateway/src/server/startServer.js';
import { embeddedWallet } from '../../embedded/embeddedWallet.js';
import { evm } from '../../evm/index.js';
import { mainnet, solana as solanaMainnet } from '../../networks/index.js';
import { createSiwx } from '../../siwx/index.js';
import { walletConnect } from '../../walletconnect/walletConnect.js';
import { createLatchkit } from '../createLatchkit.js';
import { isEmailOffered, offeredSocials } from '../embeddedWallet/offeredLogins.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';

const NOWHERE = 'http://127.0.0.1:1';
const KNOWN = '0'.repeat(32);

let directory: string;
let gateway: RunningServer;
beforeAll(async () => {
  // The database reads File objects, which jsdom does not implement completely.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-setups-'));
  gateway = await startServer(
    readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory, LATCHKIT_LOG: 'off' }),
  );
});
afterAll(async () => {
  await gateway?.stop();
  rmSync(directory, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

/** The lines that the set-up prints, as a developer reads them, and the logins that it offers at the end. */
async function driven(options: Partial<LatchkitOptions>) {
  const lines: string[] = [];
  const spies = (['error', 'warn', 'info'] as const).map(name =>
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(said.join(' '))),
  );
  const kit = createLatchkit({
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    features: { analytics: false },
    ...options,
  });
  onTestFinished(() => {
    kit.destroy();
    for (const spy of spies) spy.mockRestore();
  });
  void kit.kernel.start();
  const own = () => lines.filter(line => line.startsWith('[latchkit]'));
  const state = () => kit.store.getState();
  const logins = () => [isEmailOffered(kit, state()), offeredSocials(kit, state()).length > 0];
  return { own, logins };
}

/** What browsers print of an uncaught error. */
function thrown(options: Partial<LatchkitOptions>): string {
  try {
    createLatchkit({ networks: [mainnet], adapters: [evm()], ...options }).destroy();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

const wallet = (url: string) => embeddedWallet({ wallet: url });

describe('a wrong set-up', () => {
  it.each([
    [
      'wrong project id',
      () => ({ gateway: gateway.url, projectId: 'f'.repeat(32), embeddedWallet: wallet(NOWHERE) }),
      /PROJECT_NOT_FOUND: .*the gateway http:.* has no project 'f{32}'.*project list/i,
    ],
    [
      'project id copied from a guide',
      () => ({ gateway: gateway.url, projectId: '…', embeddedWallet: wallet(NOWHERE) }),
      /PROJECT_NOT_FOUND.*has no project '…'/,
    ],
    [
      'no project id',
      () => ({ gateway: 'https://gateway.invalid', embeddedWallet: wallet(NOWHERE) }),
      /Pass projectId to createLatchkit; create one at your gateway/,
    ],
    [
      'embedded wallet without a gateway',
      () => ({ embeddedWallet: wallet(NOWHERE) }),
      /Pass projectId to createLatchkit/,
    ],
    [
      'no adapters',
      () => ({ adapters: [] }),
      /Pass adapters to createLatchkit, for example adapters: \[evm\(\)\]/,
    ],
    [
      'sign-in without a gateway',
      () => ({ siwx: createSiwx() }),
      /Nothing verifies sign-ins. Pass gateway and projectId/,
    ],
    [
      'WalletConnect without a relay',
      () => ({ walletConnect: walletConnect() }),
      /There is no relay. Pass gateway to createLatchkit/,
    ],
    [
      'gateway down',
      () => ({ gateway: NOWHERE, projectId: KNOWN }),
      /The gateway http:\/\/127\.0\.0\.1:1 did not answer. Check that it runs/,
    ],
  ])(
    'says its cause and remedy in one line, and offers no login that cannot work: %s',
    async (_, setUp, line) => {
      const { own, logins } = await driven(setUp());
      await vi.waitFor(() => expect(own().join('\n')).toMatch(line), { timeout: 20_000 });
      expect(own().filter(one => line.test(one))).toHaveLength(1);
      expect(logins()).toEqual([false, false]);
    },
  );

  it.each([
    ['gateway without a scheme', { gateway: 'localhost:6200' }, /INVALID_GATEWAY.*Begin it with https:\/\//],
    ['no networks', { networks: [] as never }, /CAIP_NETWORK_UNDEFINED.*Pass at least one network/],
    [
      'a Solana network without its adapter',
      { networks: [mainnet, solanaMainnet] as const },
      /ADAPTER_FOR_NAMESPACE_NOT_FOUND.*solana/,
    ],
  ])('is refused at once with code and remedy: %s', (_, options, said) => {
    expect(thrown(options)).toMatch(said);
  });

  it('accepts a gateway with a trailing slash, and the development project by default', async () => {
    const slash = await driven({ gateway: `${gateway.url}/`, projectId: KNOWN });
    const assumed = await driven({ gateway: gateway.url });
    await vi.waitFor(() => expect(assumed.own()).toHaveLength(1));
    expect(assumed.own()[0]).toMatch(/The development project 0{32} of http:.* is used/);
    expect(slash.own()).toEqual([]);
  });
});
