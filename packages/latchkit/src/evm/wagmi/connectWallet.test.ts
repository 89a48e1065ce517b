import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { announceHostile } from '../../testing/hostileAnnouncement.js';
import { installLegacyProvider } from '../../testing/installLegacyProvider.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let anvil: Anvil;
let networks: readonly CaipNetwork[];
let world: EvmWorld;
beforeAll(async () => {
  anvil = await startAnvil(31337);
  networks = [anvilNetwork(anvil)];
});
afterAll(() => anvil?.stop());
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

describe('connectWallet', () => {
  it('asks eth_requestAccounts and eth_chainId, and prompts for nothing else [CALL-50]', async () => {
    world = await evmWorld({ networks });
    expect(await world.connect()).toEqual({
      connectorId: world.id,
      accounts: [FIRST],
      chainId: 'eip155:31337',
    });
    const asked = world.asked();
    expect(asked[0]).toBe('eth_requestAccounts');
    expect(asked).toContain('eth_chainId');
    expect(
      asked.filter(method => !['eth_requestAccounts', 'eth_chainId', 'eth_accounts'].includes(method)),
    ).toEqual([]);
  });

  it("says 'Connection rejected' when the wallet refuses [ERR-07]", async () => {
    world = await evmWorld({ networks, wallet: { prompt: async () => false } });
    await expect(world.connect()).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
      message: 'Connection rejected',
      cause: { code: 4001 },
    });
  });

  it("says 'Failed to connect' with the cause when the wallet throws a plain error, read as 5000 [ERR-09] [ERR-77]", async () => {
    world = await evmWorld({ networks, wallet: { faults: { plainError: true } } });
    await expect(world.connect()).rejects.toMatchObject({
      code: 'FAILED_TO_CONNECT',
      message: 'Failed to connect',
      cause: { message: 'Something broke inside the wallet.' },
      context: { walletCode: 5000 },
    });
  });

  it('fails and follows nothing when the wallet returns no account or invalid data', async () => {
    for (const answer of [[], ['nonsense'], null]) {
      world = await evmWorld({ networks });
      const real = world.wallet.provider.request;
      world.wallet.provider.request = request =>
        /ccounts$/.test(request.method) ? Promise.resolve(answer) : real(request);
      await expect(world.connect()).rejects.toMatchObject({ code: 'FAILED_TO_CONNECT' });
      world.host.destroy();
    }
  });

  it('uses the account that the visitor approved, whatever eth_accounts says right after it (EVM-02)', async () => {
    for (const later of [[], null, ['nonsense'], {}, new Error('locked')]) {
      world = await evmWorld({ networks });
      const real = world.wallet.provider.request;
      world.wallet.provider.request = async request => {
        if (request.method !== 'eth_accounts') return real(request);
        if (later instanceof Error) throw later;
        return later;
      };
      expect(await world.connect()).toMatchObject({ accounts: [FIRST], chainId: 'eip155:31337' });
      world.host.destroy();
    }
  });

  it('waits for the approval of a request that waits in the wallet, and says that it does (EVM-08)', async () => {
    world = await evmWorld({ networks });
    const real = world.wallet.provider.request;
    const waiting = { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' };
    let isApproved = false;
    world.wallet.provider.request = async request => {
      if (request.method === 'eth_requestAccounts') throw waiting;
      return request.method === 'eth_accounts' && !isApproved ? [] : real(request);
    };
    const connecting = awaitedLater(world.connect());
    await expect.poll(() => world.host.reported()).toEqual([{ type: 'waiting', connectorId: world.id }]);
    await real({ method: 'eth_requestAccounts' });
    isApproved = true;
    expect(await connecting).toMatchObject({ accounts: [FIRST] });
    const attempt = new AbortController();
    isApproved = false;
    await world.adapter.disconnect(world.id);
    const leaving = awaitedLater(world.connect(attempt.signal));
    await expect.poll(() => world.host.reported().filter(({ type }) => type === 'waiting')).toHaveLength(2);
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
  });

  it('asks a wallet again that names no chain while it loads its network, and fails if it never does (EVM-01)', async () => {
    for (const [nulls, outcome] of [
      [3, { chainId: 'eip155:31337' }],
      [Number.POSITIVE_INFINITY, { code: 'FAILED_TO_CONNECT' }],
    ] as const) {
      world = await evmWorld({ networks });
      const real = world.wallet.provider.request;
      let asked = 0;
      world.wallet.provider.request = request =>
        request.method === 'eth_chainId' && asked++ < nulls ? Promise.resolve(null) : real(request);
      expect(await world.connect().catch((error: unknown) => error)).toMatchObject(outcome);
      world.host.destroy();
    }
  });

  it("says 'Provider not found.' for a wallet that is not there [ERR-57]", async () => {
    world = await evmWorld({ networks, announce: false });
    await expect(world.connect()).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      message: 'Provider not found.',
    });
  });

  it('ignores a late approval when the visitor cancelled the attempt', async () => {
    let approve: (approved: boolean) => void = () => {};
    const prompt = () =>
      new Promise<boolean>(resolve => {
        approve = resolve;
      });
    world = await evmWorld({ networks, wallet: { prompt } });
    const attempt = new AbortController();
    const leaving = awaitedLater(world.connect(attempt.signal));
    await expect.poll(() => world.wallet.calls.length).toBe(1);
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED', message: 'Modal closed' });
    approve(true);
    await sleep(20);
    expect(world.host.reported()).toEqual([]);
    expect(world.wallet.listenerCount()).toBe(0);
    await expect(world.adapter.getProvider(world.id)).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });

  it('says so when a connector is offered for none of the requested chains [ERR-59]', async () => {
    const load = () => Promise.reject(new Error('loaded unexpectedly'));
    world = await evmWorld({ networks, evm: { coinbase: { load, chains: ['eip155:8453'] } } });
    const signal = new AbortController().signal;
    await expect(world.adapter.connect('coinbaseWalletSDK', { signal })).rejects.toMatchObject({
      code: 'CONNECTOR_CHAINS_MISMATCH',
      message: 'The connector does not support any of the requested chains',
    });
  });

  it('connects on a chain that the host did not request, and reports it', async () => {
    world = await evmWorld({ networks, wallet: { faults: { wrongChain: 999 } } });
    expect(await world.connect()).toMatchObject({ chainId: 'eip155:999' });
  });

  it('opens the wallet that was picked, not its impostor', async () => {
    world = await evmWorld({ networks });
    announceHostile('duplicateRdns', world.wallet);
    await sleep(1);
    expect(await world.connect()).toMatchObject({ accounts: [FIRST] });
    const impostor = world.host.connectors().find(one => one.id.includes('#'));
    const signal = new AbortController().signal;
    await expect(world.adapter.connect(impostor?.id ?? '', { signal })).rejects.toMatchObject({
      code: 'FAILED_TO_CONNECT',
    });
  });

  it('settles when a wallet throws synchronously instead of rejecting', async () => {
    world = await evmWorld({ networks });
    world.wallet.provider.request = () => {
      throw new Error('not ready');
    };
    await expect(world.connect()).rejects.toMatchObject({ code: 'FAILED_TO_CONNECT' });
  });

  it('connects a wallet at window.ethereum', async () => {
    world = await evmWorld({ networks, announce: false });
    const legacy = createFakeWallet({ chains: { 31337: anvil.url } });
    installLegacyProvider(legacy.provider, { isMetaMask: true });
    await sleep(1);
    const signal = new AbortController().signal;
    expect(await world.adapter.connect('injected', { signal })).toMatchObject({ connectorId: 'injected' });
  });
});
