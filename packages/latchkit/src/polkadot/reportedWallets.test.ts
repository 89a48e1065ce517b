import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AdapterHost, ChainAdapter } from '../core/adapter/ChainAdapter.js';
import { polkadot as mainnet } from '../networks/networks.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { polkadot } from './polkadot.js';

const ALICE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const SIGNATURE = `0x${'ab'.repeat(64)}`;

beforeEach(() => {
  vi.stubGlobal('window', new CountingWindow());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** An extension with Alice's account, except for what a test changes. */
function extension(parts: object = {}, accounts: object = {}) {
  const signRaw = vi.fn(async () => ({ id: 1, signature: SIGNATURE }));
  const enabled = {
    accounts: { get: async () => [{ address: ALICE }], subscribe: () => () => undefined, ...accounts },
    signer: { signRaw },
  };
  return { entry: { version: '1', enable: async () => enabled, ...parts }, signRaw };
}

/** A page with these extensions. */
async function opened(injectedWeb3: object): Promise<ChainAdapter> {
  Object.assign(window, { injectedWeb3 });
  const host = createAdapterHost(() => [mainnet]);
  onTestFinished(() => host.destroy());
  const adapter = polkadot();
  adapter.start(host as AdapterHost);
  await host.listed();
  return adapter;
}

const never = () => new Promise<never>(() => undefined);
const account = (connectorId: string) => ({ connectorId, address: ALICE, network: mainnet });

describe('a Polkadot extension that was reported elsewhere', () => {
  it('never enables itself: the visitor gives up at once, and another extension connects (OWN-16)', async () => {
    const adapter = await opened({ stuck: extension({ enable: never }).entry, good: extension().entry });
    const given = new AbortController();
    const connecting = adapter.connect('stuck', { signal: given.signal });
    given.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    const { signal } = new AbortController();
    await expect(adapter.connect('good', { signal })).resolves.toMatchObject({ accounts: [ALICE] });
  });

  it('has the account of another one: the one that was chosen is asked (OWN-17)', async () => {
    const [first, second] = [extension(), extension()];
    const adapter = await opened({ first: first.entry, second: second.entry });
    const { signal } = new AbortController();
    await adapter.connect('second', { signal });
    await expect(adapter.signMessage?.({ ...account('second'), message: 'Hello' })).resolves.toBe(SIGNATURE);
    expect([first.signRaw, second.signRaw].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  it.each<[string, object]>([
    [
      'throws when a page follows its accounts',
      {
        subscribe: () => {
          throw new Error('not supported');
        },
      },
    ],
    ['cannot be followed', { subscribe: undefined }],
  ])('connects although it %s', async (_, accounts) => {
    const adapter = await opened({ plain: extension({}, accounts).entry });
    const { signal } = new AbortController();
    await expect(adapter.connect('plain', { signal })).resolves.toMatchObject({ accounts: [ALICE] });
    await expect(adapter.signMessage?.({ ...account('plain'), message: 'Hello' })).resolves.toBe(SIGNATURE);
    await adapter.disconnect('plain');
  });
});
