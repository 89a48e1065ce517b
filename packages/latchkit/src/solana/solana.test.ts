import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { solanaDevnet, solana as solanaMainnet } from '../networks/networks.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeSolanaWallet, type FakeSolanaWalletOptions } from '../testing/createFakeSolanaWallet.js';
import { solana } from './solana.js';
import { isSignedBy, unsignedPayment } from './solanaChain.test-support.js';
import { devnetNetwork, type SolanaWorld, solanaWorld } from './solanaWorld.test-support.js';

const COMMITMENTS = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const;

let devnet: SolanaDevnet;
let world: SolanaWorld | undefined;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 50 });
});
afterAll(() => devnet?.close());
afterEach(() => {
  world?.host.destroy();
  vi.unstubAllGlobals();
});

async function make(wallet: Partial<FakeSolanaWalletOptions> = {}, networks = [devnetNetwork(devnet)]) {
  world = await solanaWorld({ networks, wallet });
  return world;
}

describe('solana', () => {
  it('accepts only 32 to 44 base58 characters as an address [VAL-09]', () => {
    const { isAddress } = solana();
    const lengths = [31, 32, 44, 45].map(length => isAddress('Z'.repeat(length)));
    expect(lengths).toEqual([false, true, true, false]);
    for (const foreign of ['0', 'O', 'I', 'l', ' ', '-']) {
      expect(isAddress(`${foreign}${'Z'.repeat(34)}`), foreign).toBe(false);
    }
  });

  it('can be created without a browser, and throws when it is used before it is started', async () => {
    expect(typeof window).toBe('undefined');
    const adapter = solana();
    expect(adapter.namespace).toBe('solana');
    const request = { signal: new AbortController().signal };
    await expect(adapter.connect('any', request)).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });

  it("survives React's strict mode: started twice, the first start destroyed", async () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    const networks = [devnetNetwork(devnet)];
    const [first, second] = [createAdapterHost(() => networks), createAdapterHost(() => networks)];
    const adapter = solana();
    adapter.start(first);
    first.destroy();
    adapter.start(second);
    await second.listed();
    expect(page.count('wallet-standard:register-wallet')).toBe(1);
    expect(first.events).toEqual([]);
    second.destroy();
    expect(page.count()).toBe(0);
  });

  it('removes a wallet from the list when it unregisters', async () => {
    const { wallet, host } = await make();
    expect(host.connectors()).toHaveLength(1);
    wallet.stop();
    await expect.poll(() => host.connectors()).toEqual([]);
  });

  it('ignores wallets of other namespaces', async () => {
    const chains = { 'sui:mainnet': 'http://127.0.0.1:1' } as unknown as FakeSolanaWalletOptions['chains'];
    const { host } = await make({ chains });
    expect(host.connectors()).toEqual([]);
  });

  it('reports the networks that a wallet supports [ENT-04]', async () => {
    const { host, wallet } = await make({
      chains: { 'solana:mainnet': 'http://127.0.0.1:1', 'solana:devnet': 'http://127.0.0.1:1' },
    });
    expect(host.connectors()[0]?.chains).toEqual([solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId]);
    expect(wallet.calls).toEqual([]);
  });

  it('rejects a wallet that supports none of the networks [ERR-59]', async () => {
    const { connect, wallet } = await make({ chains: { 'solana:mainnet': 'http://127.0.0.1:1' } });
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTOR_CHAINS_MISMATCH' });
    expect(wallet.listenerCount()).toBe(0);
  });

  it('uses a wallet of local chains with the development runtime, on the requested cluster', async () => {
    const networks = [solanaMainnet, solanaDevnet, devnetNetwork(devnet)];
    const chains = { 'solana:localnet': devnet.url, 'solana:devnet': 'http://127.0.0.1:1' } as const;
    const { connect } = await make({ chains }, networks);
    expect(await connect({ chainId: devnet.caipNetworkId })).toMatchObject({
      chainId: devnet.caipNetworkId,
    });
    expect(await connect({ chainId: solanaMainnet.caipNetworkId })).toMatchObject({
      chainId: solanaDevnet.caipNetworkId,
    });
  });

  it('throws when the account does not support the requested cluster [ERR-63]', async () => {
    const { connect, adapter, id, host } = await make({ chains: { 'solana:localnet': devnet.url } }, [
      devnetNetwork(devnet),
      solanaMainnet,
    ]);
    await connect();
    const switching = adapter.switchNetwork(id, solanaMainnet);
    await expect(switching).rejects.toMatchObject({
      code: 'CONNECTOR_CANNOT_SWITCH',
      details: expect.stringContaining('solana:localnet'),
    });
    expect(host.reported()).toEqual([]);
  });

  it('follows a wallet that changes its chains, and disconnects when none is left', async () => {
    const { connect, wallet, host, id } = await make({ chains: { 'solana:localnet': devnet.url } }, [
      devnetNetwork(devnet),
      solanaMainnet,
    ]);
    await connect();
    wallet.change({ chains: ['solana:mainnet'] });
    expect(host.reported().at(-1)).toMatchObject({
      type: 'changed',
      connection: { chainId: solanaMainnet.caipNetworkId },
    });
    wallet.change({ chains: ['solana:testnet'] });
    expect(host.reported().at(-1)).toEqual({ type: 'disconnected', connectorId: id });
    expect(wallet.listenerCount()).toBe(0);
  });

  it('keeps several wallets connected, or only one when that is requested', async () => {
    const { adapter, connect, wallet, id, host } = await make();
    const second = createFakeSolanaWallet({ chains: { 'solana:localnet': devnet.url }, name: 'Second' });
    second.announce();
    await expect.poll(() => host.connectors()).toHaveLength(2);
    const { signal } = new AbortController();
    await connect();
    await adapter.connect('Second', { signal, role: 'active' });
    await expect(adapter.getProvider(id)).resolves.toBe(wallet.wallet);
    await expect(adapter.getProvider('Second')).resolves.toBe(second.wallet);
    await connect({ role: 'only' });
    await expect(adapter.getProvider('Second')).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
    expect(second.listenerCount()).toBe(0);
    expect(host.reported()).toEqual([]);
    second.stop();
  });

  it('waits at most 100 ms for a wallet that does not respond to a disconnect [TIME-21]', async () => {
    const { connect, adapter, id } = await make({ faults: { silentRevoke: true } });
    await connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let done = false;
      const leaving = awaitedLater(
        adapter.disconnect(id).then(() => {
          done = true;
        }),
      );
      await vi.advanceTimersByTimeAsync(99);
      expect(done).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await leaving;
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(COMMITMENTS)('accepts the preflight commitment %s [VAL-12]', async preflightCommitment => {
    const { connect, adapter, id, wallet } = await make();
    const { accounts } = await connect();
    const [address] = accounts;
    const amount = BigInt(COMMITMENTS.indexOf(preflightCommitment) + 1);
    const serialized = await unsignedPayment(devnet.url, address, amount);
    const network = devnetNetwork(devnet);
    const transaction = { serialized, preflightCommitment };
    await expect(
      adapter.sendTransaction?.({ connectorId: id, address, transaction, network }),
    ).resolves.toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    const known = expect.stringMatching(/^(processed|confirmed|finalized)$/);
    expect(wallet.calls.at(-1)?.params).toMatchObject([{ options: { preflightCommitment: known } }]);
  });

  it('rejects other preflight commitments and invalid transactions without asking the wallet [VAL-12]', async () => {
    const { connect, adapter, id, asked } = await make();
    const { accounts } = await connect();
    asked();
    const send = (transaction: object) =>
      adapter.sendTransaction?.({
        connectorId: id,
        address: accounts[0],
        transaction: transaction as { serialized: string },
        network: devnetNetwork(devnet),
      });
    await expect(send({ serialized: 'AAAA', preflightCommitment: 'soon' })).rejects.toMatchObject({
      code: 'INVALID_COMMITMENT',
    });
    for (const serialized of ['', '%%%', 'A'.repeat(4_000)]) {
      await expect(send({ serialized })).rejects.toMatchObject({ code: 'INVALID_TRANSACTION' });
    }
    expect(asked()).toEqual([]);
  });

  it('sends a transaction that a wallet only signs, and reports why the chain rejects it', async () => {
    const { connect, adapter, id, asked } = await make({ features: ['solana:signTransaction'] });
    const { accounts } = await connect();
    const [address] = accounts;
    const request = { connectorId: id, address, network: devnetNetwork(devnet) };
    const serialized = await unsignedPayment(devnet.url, address, 77n);
    const hash = (await adapter.sendTransaction?.({ ...request, transaction: { serialized } })) ?? '';
    expect(asked()).toEqual(['standard:connect', 'solana:signTransaction']);
    const { signal } = new AbortController();
    const sent = { hash, address, chainId: devnet.caipNetworkId, network: request.network, signal };
    expect(await adapter.waitForTransaction?.(sent)).toMatchObject({ status: 'confirmed' });
    const tooMuch = await unsignedPayment(devnet.url, address, 10n ** 17n, devnet.accounts[2]);
    await expect(
      adapter.sendTransaction?.({ ...request, transaction: { serialized: tooMuch } }),
    ).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      details: expect.stringMatching(/insufficient lamports/),
    });
  });

  it('signs a transaction without sending it', async () => {
    const { connect, adapter, id } = await make();
    const { accounts } = await connect();
    const [address] = accounts;
    const serialized = await unsignedPayment(devnet.url, address, 5n);
    const network = devnetNetwork(devnet);
    const signed = await adapter.signTransaction?.({
      connectorId: id,
      address,
      transaction: { serialized },
      network,
    });
    const before = Buffer.from(serialized, 'base64');
    const after = Buffer.from(signed ?? '', 'base64');
    expect(after.subarray(65)).toEqual(before.subarray(65));
    expect(after.subarray(1, 65)).not.toEqual(before.subarray(1, 65));
  });

  it('signs in with one prompt when the wallet supports it, and throws when it does not', async () => {
    const message = {
      domain: 'host.example',
      chainId: solanaMainnet.caipNetworkId,
      uri: 'https://host.example/sign-in',
      version: '1',
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-01-01T00:00:00.000Z',
      statement: 'Come in.',
    } as const;
    const { connect, adapter, id, asked } = await make();
    const { accounts } = await connect();
    const [address] = accounts;
    asked();
    const request = { connectorId: id, address, message: { ...message, accountAddress: address } };
    const answer = await adapter.signIn?.(request);
    expect(asked()).toEqual(['solana:signIn']);
    expect(answer?.text).toBe(
      `host.example wants you to sign in with your Solana account:\n${address}\n\nCome in.\n\n` +
        'URI: https://host.example/sign-in\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh12345678\n' +
        'Issued At: 2026-01-01T00:00:00.000Z',
    );
    expect(await isSignedBy(answer?.text ?? '', answer?.signature ?? '', address)).toBe(true);
    world?.wallet.change({ features: ['solana:signMessage'] });
    expect(await adapter.signIn?.(request)).toBeUndefined();
  });

  it('throws for an account that the wallet no longer offers', async () => {
    const { connect, adapter, id, wallet, asked } = await make();
    const { accounts } = await connect();
    const [, second = ''] = await wallet.addresses();
    await wallet.changeAccounts([second]);
    asked();
    await expect(
      adapter.signMessage({ connectorId: id, address: accounts[0], message: 'hello' }),
    ).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    expect(asked()).toEqual([]);
  });

  it('fails with NO_RPC_URL when no URL is configured [ERR-66]', async () => {
    world = await solanaWorld({ networks: [devnetNetwork(devnet)], rpcUrl: () => undefined });
    const { signal } = new AbortController();
    await expect(
      world.adapter.getBalance?.({
        address: devnet.accounts[0] ?? '',
        network: devnetNetwork(devnet),
        signal,
      }),
    ).rejects.toMatchObject({ code: 'NO_RPC_URL' });
  });
});
