import { TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StandardWallet } from '../core/adapter/ProviderOf.js';
import type { ChainId } from '../protocol/caip.js';
import { bitcoinAccounts } from '../testing/bitcoinAccounts.js';
import type { BitcoinShape } from '../testing/bitcoinShapes.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createAdapterHost, type RecordingHost } from '../testing/createAdapterHost.test-support.js';
import {
  createFakeBitcoinWallet,
  type FakeBitcoinWallet,
  type FakeBitcoinWalletOptions,
} from '../testing/createFakeBitcoinWallet.js';
import { ProviderEvents } from '../testing/FakeProvider.js';
import { createFakeBitcoinSigner } from '../testing/fakeBitcoinSigner.js';
import type { BitcoinWallet } from './account/BitcoinWallet.js';
import type { BitcoinAdapter } from './BitcoinActions.js';
import { bitcoin } from './bitcoin.js';
import { bitcoinNetwork, verifiesBip322 } from './bitcoinWorld.test-support.js';
import { readInjected } from './discovery/readInjected.js';
import { standardBitcoinWallet } from './shapes/standardBitcoinWallet.js';

const network = bitcoinNetwork('regtest');
const networks = [network, bitcoinNetwork('signet')];
const [PAYMENT, ORDINAL] = createFakeBitcoinSigner(bitcoinAccounts).accounts('regtest', 0);
const [STRANGER] = createFakeBitcoinSigner(bitcoinAccounts).accounts('regtest', 1);
/** Wallets with one account. */
const SINGLE: readonly BitcoinShape[] = ['unisat', 'okx'];

let host: RecordingHost | undefined;
let fake: FakeBitcoinWallet | undefined;
beforeEach(() => {
  vi.stubGlobal('window', new CountingWindow());
});
afterEach(() => {
  host?.destroy();
  fake?.stop();
  vi.unstubAllGlobals();
});

const MAINNET = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

function readUnisat(): BitcoinWallet {
  const [found] = readInjected();
  if (!found) throw new Error('Unisat is not there.');
  return found.wallet;
}

/** Changes the chain without an event. */
function silentChange(wallet: FakeBitcoinWallet, chain: string): void {
  const emitted = vi.spyOn(ProviderEvents.prototype, 'emit').mockImplementation(() => {});
  wallet.changeChain(chain);
  emitted.mockRestore();
}

interface World {
  readonly adapter: BitcoinAdapter;
  readonly wallet: FakeBitcoinWallet;
  readonly host: RecordingHost;
  readonly account: { readonly connectorId: string; readonly address: string };
}

async function connected(shape: BitcoinShape, options: FakeBitcoinWalletOptions = {}): Promise<World> {
  const wallet = createFakeBitcoinWallet({
    shape,
    networks: ['regtest', 'signet'],
    name: 'Fake',
    ...options,
  });
  fake = wallet;
  wallet.announce();
  const recording = createAdapterHost(() => networks);
  host = recording;
  const adapter = bitcoin();
  adapter.start(recording);
  await recording.listed();
  const { accounts } = await adapter.connect(wallet.name, {
    signal: new AbortController().signal,
    chainId: network.caipNetworkId,
  });
  return { adapter, wallet, host: recording, account: { connectorId: wallet.name, address: accounts[0] } };
}

/** A PSBT with two inputs: the first is the wallet's, the second a stranger's. */
function twoOwners(): string {
  const transaction = new Transaction();
  for (const [index, { script }] of [PAYMENT, STRANGER].entries()) {
    transaction.addInput({
      txid: `${index + 1}`.repeat(64),
      index: 0,
      witnessUtxo: { script, amount: 10_000n },
    });
  }
  transaction.addOutputAddress(STRANGER.address, 19_000n, { ...TEST_NETWORK, bech32: 'bcrt' });
  return Buffer.from(transaction.toPSBT()).toString('base64');
}

const inputsOf = (psbt: string) => {
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'));
  return [0, 1].map(index => transaction.getInput(index));
};

const SHAPES: readonly BitcoinShape[] = ['standard', 'xverse', 'leather', 'magicEden', 'unisat', 'okx'];

describe.each(SHAPES)('a Bitcoin wallet of the shape %s', shape => {
  it('lists its payment account at index 0 and its account for ordinals at index 1 [LIM-14] [ENT-10]', async () => {
    const { wallet, host, adapter, account } = await connected(shape, { faults: { ordinalFirst: true } });
    expect(host.connectors().map(({ id, chain }) => [id, chain])).toEqual([[wallet.name, 'bip122']]);
    const connection = await adapter.reconnect(account.connectorId, { signal: new AbortController().signal });
    const single = SINGLE.includes(shape);
    expect(connection?.accounts).toEqual(single ? [PAYMENT.address] : [PAYMENT.address, ORDINAL.address]);
    expect(connection?.details?.[PAYMENT.address]).toMatchObject({
      type: 'payment',
      publicKey: Buffer.from(PAYMENT.publicKey).toString('hex'),
      ...(shape === 'leather' ? { path: "m/84'/1'/0'/0/0" } : {}),
    });
    if (!single) expect(connection?.details?.[ORDINAL.address]).toMatchObject({ type: 'ordinal' });
  });

  it('signs a text in the same form', async () => {
    const { adapter, account } = await connected(shape);
    const signed = await adapter.signText({ ...account, message: 'Hello', format: 'bip322', network });
    expect(signed).toEqual({ signature: expect.any(String), format: 'bip322', address: PAYMENT.address });
    expect(await verifiesBip322('Hello', signed.signature, PAYMENT.address)).toBe(true);
    expect(await adapter.signMessage({ ...account, message: 'Hello' })).toBe(signed.signature);
  });

  it('says in which format it signed', async () => {
    const { adapter, account } = await connected(shape);
    const signed = await adapter.signText({ ...account, message: 'Hello', format: 'ecdsa', network });
    const always = shape === 'leather' || shape === 'standard';
    expect(signed.format).toBe(always ? 'bip322' : 'ecdsa');
  });

  it('signs its own input of a PSBT, finalised or not as the host wants', async () => {
    const { adapter, account } = await connected(shape);
    const request = { ...account, psbt: twoOwners(), inputs: undefined, network };
    const open = await adapter.signPsbt({ ...request, finalize: false });
    expect(open).toMatchObject({ signed: [0], isFinal: false });
    const [own, other] = inputsOf(open.psbt);
    expect(own?.partialSig).toHaveLength(1);
    expect(own?.finalScriptWitness).toBeUndefined();
    expect(other?.partialSig).toBeUndefined();
    const final = await adapter.signPsbt({ ...request, finalize: true });
    const [done, untouched] = inputsOf(final.psbt);
    expect(done?.finalScriptWitness).toHaveLength(2);
    expect(untouched?.finalScriptWitness).toBeUndefined();
  });

  it('cannot change the transaction', async () => {
    const { adapter, account } = await connected(shape, { faults: { otherTransaction: true } });
    const request = { ...account, psbt: twoOwners(), inputs: undefined, finalize: false, network };
    await expect(adapter.signPsbt(request)).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      details: 'The wallet returned another transaction.',
    });
  });

  it('may answer with hex instead of base64, or finalised', async () => {
    if (shape === 'standard') return expect((await connected(shape)).adapter.namespace).toBe('bip122');
    const { adapter, account } = await connected(shape, { faults: { otherEncoding: true, finalizes: true } });
    const { signature } = await adapter.signText({ ...account, message: 'Hello', format: 'bip322', network });
    expect(await verifiesBip322('Hello', signature, PAYMENT.address)).toBe(true);
    const request = { ...account, psbt: twoOwners(), inputs: undefined, network };
    const [own] = inputsOf((await adapter.signPsbt({ ...request, finalize: false })).psbt);
    expect(own?.partialSig).toHaveLength(1);
    expect(own?.finalScriptWitness).toBeUndefined();
  });

  it('sends sats', async () => {
    const orders: unknown[] = [];
    const { adapter, account } = await connected(shape, {
      send: async ({ from, to, amount }) => {
        orders.push([from.address, to, amount]);
        return 'ab'.repeat(32);
      },
    });
    const order = { ...account, to: STRANGER.address, amount: 12_345_678n, memo: 'Tea', feeRate: 2, network };
    expect(await adapter.sendTransfer(order)).toBe('ab'.repeat(32));
    expect(orders).toEqual([[PAYMENT.address, STRANGER.address, 12_345_678n]]);
    const mainnet = { ...order, to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };
    await expect(adapter.sendTransfer(mainnet)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
    await expect(adapter.sendTransfer({ ...order, amount: 0n })).rejects.toMatchObject({
      code: 'INVALID_TRANSACTION',
    });
    expect(orders).toHaveLength(1);
  });

  it('gives the same errors', async () => {
    const { adapter, wallet, account } = await connected(shape);
    const asked = [
      () => adapter.signText({ ...account, message: 'Hello', format: 'bip322', network }),
      () => adapter.signPsbt({ ...account, psbt: twoOwners(), inputs: undefined, finalize: false, network }),
      () =>
        adapter.sendTransfer({
          ...account,
          to: STRANGER.address,
          amount: 1n,
          memo: undefined,
          feeRate: undefined,
          network,
        }),
    ];
    wallet.faults.set({ reject: true });
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    wallet.faults.set({ reject: undefined, plainError: true });
    for (const ask of asked) {
      await expect(ask()).rejects.toMatchObject({ code: 'REQUEST_FAILED', cause: expect.any(Error) });
    }
    wallet.faults.clear();
    const request = { ...account, inputs: undefined, finalize: false, network };
    const count = wallet.calls.length;
    await expect(adapter.signPsbt({ ...request, psbt: 'AAAA' })).rejects.toMatchObject({
      code: 'INVALID_TRANSACTION',
    });
    const foreign = [{ index: 1, address: STRANGER.address }];
    await expect(adapter.signPsbt({ ...request, psbt: twoOwners(), inputs: foreign })).rejects.toMatchObject({
      code: 'INVALID_TRANSACTION',
    });
    expect(wallet.calls).toHaveLength(count);
  });

  it('gives CONNECTION_REJECTED when the visitor refuses to connect', async () => {
    await expect(connected(shape, { faults: { reject: true } })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
  });

  it('leaves no listener behind', async () => {
    const { adapter, wallet, account } = await connected(shape);
    await adapter.disconnect(account.connectorId);
    expect(wallet.listenerCount()).toBe(0);
  });
});

describe.each(['standard', 'xverse', 'unisat', 'okx'] as const)('the shape %s', shape => {
  it('follows an account change, and the end of the connection', async () => {
    const { wallet, host, account } = await connected(shape);
    const addresses = await wallet.changeAccount(1);
    const accounts = SINGLE.includes(shape) ? addresses.slice(0, 1) : addresses;
    await expect
      .poll(() => host.reported().at(-1))
      .toMatchObject({ type: 'changed', connection: { accounts } });
    wallet.disconnect();
    await expect
      .poll(() => host.reported().at(-1))
      .toEqual({ type: 'disconnected', connectorId: account.connectorId });
  });

  it('is restored after a reload without a prompt', async () => {
    const { wallet, host, account } = await connected(shape);
    host.destroy();
    const next = createAdapterHost(() => networks);
    const adapter = bitcoin();
    adapter.start(next);
    wallet.faults.set({ reject: true });
    const connection = await adapter.reconnect(account.connectorId, { signal: next.signal });
    expect(connection?.accounts[0]).toBe(PAYMENT.address);
    next.destroy();
  });
});

/** A chain that is not one of ours, with the addresses of one that is. */
const FOREIGN = { unisat: 'FRACTAL_BITCOIN_MAINNET', xverse: 'Testnet' } as const;
const ALL_METHODS = ['signMessage', 'signPsbt', 'sendBitcoin', 'sendTransfer', 'send'];

describe.each(['unisat', 'xverse'] as const)('the shape %s on another chain', shape => {
  const methodsOf = (wallet: FakeBitcoinWallet) => wallet.calls.map(({ method }) => method);
  const asksOf = ({ adapter, account }: World) => [
    () => adapter.signMessage({ ...account, message: 'Hello' }),
    () => adapter.signText({ ...account, message: 'Hello', format: 'bip322', network }),
    () => adapter.signPsbt({ ...account, psbt: twoOwners(), inputs: undefined, finalize: false, network }),
    () =>
      adapter.sendTransfer({
        ...{ ...account, to: STRANGER.address, amount: 1n, memo: undefined, feeRate: undefined, network },
      }),
  ];
  const sending = { send: async () => 'ab'.repeat(32) };

  it('ends the connection when the visitor leaves for it, and has no accounts there (RW-07)', async () => {
    const { wallet, host: recording, account, adapter } = await connected(shape);
    wallet.changeChain(FOREIGN[shape]);
    await expect
      .poll(() => recording.reported().at(-1))
      .toEqual({ type: 'disconnected', connectorId: account.connectorId });
    const { signal } = recording;
    expect(await adapter.reconnect(account.connectorId, { signal })).toBeUndefined();
  });

  it('follows the visitor to another network (RW-07)', async () => {
    const { wallet, host: recording } = await connected(shape);
    wallet.changeChain('signet');
    const [address] = await wallet.addresses();
    const chainId = bitcoinNetwork('signet').caipNetworkId;
    await expect
      .poll(() => recording.reported().at(-1))
      .toMatchObject({
        type: 'changed',
        connection: { chainId, accounts: expect.arrayContaining([address]) },
      });
  });

  it('reads the chain again before signing and sending, so no request reaches the wallet (RW-07)', async () => {
    for (const chain of [FOREIGN[shape], 'signet']) {
      const world = await connected(shape, sending);
      const { wallet } = world;
      for (const ask of asksOf(world)) expect(await ask()).toBeDefined();
      // Its event comes late, or never.
      const count = methodsOf(wallet).filter(method => ALL_METHODS.includes(method)).length;
      silentChange(wallet, chain);
      for (const ask of asksOf(world)) {
        await expect(ask()).rejects.toMatchObject({
          code: 'REQUEST_FAILED',
          details: 'The wallet is on another network.',
        });
      }
      expect(methodsOf(wallet).filter(method => ALL_METHODS.includes(method))).toHaveLength(count);
      world.host.destroy();
      wallet.stop();
    }
  });
});

describe('the chain of Unisat', () => {
  const onFractal = async (chainId: ChainId | undefined, refuses = false) => {
    const wallet = createFakeBitcoinWallet({ shape: 'unisat', networks: ['mainnet', 'signet'] });
    fake = wallet;
    wallet.changeChain('FRACTAL_BITCOIN_MAINNET');
    wallet.announce();
    const recording = createAdapterHost(() => [bitcoinNetwork('mainnet'), bitcoinNetwork('signet')]);
    host = recording;
    const adapter = bitcoin();
    adapter.start(recording);
    await recording.listed();
    if (refuses) wallet.faults.set({ reject: ['switchChain'] });
    return { wallet, connecting: adapter.connect(wallet.name, { signal: recording.signal, chainId }) };
  };

  it('is not Bitcoin when it is Fractal, whose addresses are the same (RW-07)', async () => {
    const { connecting, wallet } = await onFractal(undefined);
    await expect(connecting).rejects.toMatchObject({ code: 'CONNECTOR_CHAINS_MISMATCH' });
    expect((await wallet.addresses())[0]).toMatch(/^bc1/);
  });

  it('is asked to change where the host names one, and the visitor may refuse (RW-07)', async () => {
    const { caipNetworkId: chainId } = bitcoinNetwork('mainnet');
    const { connecting } = await onFractal(chainId);
    expect(await connecting).toMatchObject({ chainId, accounts: [expect.stringMatching(/^bc1/)] });
    fake?.stop();
    host?.destroy();
    await expect((await onFractal(chainId, true)).connecting).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
  });

  it.each([
    ['a chain of nobody', () => ({ enum: 'SOMETHING_NEW' })],
    ['Testnet3', () => ({ enum: 'BITCOIN_TESTNET', name: 'Bitcoin Testnet', network: 'testnet' })],
    ['no chain', () => undefined],
    ['a failure', () => Promise.reject(new Error('Locked.'))],
    ['another network than that of the address', () => ({ enum: 'BITCOIN_SIGNET' })],
  ])('is not guessed when the wallet answers %s (RW-07)', async (_, getChain) => {
    const page = window as { unisat?: unknown };
    page.unisat = { getAccounts: async () => [MAINNET], requestAccounts: async () => [MAINNET], getChain };
    await expect(readUnisat().accounts({ silent: true, chainId: undefined })).resolves.toEqual([]);
    await expect(readUnisat().accounts({ silent: false, chainId: undefined })).rejects.toMatchObject({
      code: 'CONNECTOR_CHAINS_MISMATCH',
    });
  });

  it('is read from the address only without getChain (RW-07)', async () => {
    const page = window as { unisat?: unknown };
    page.unisat = { getAccounts: async () => [MAINNET] };
    const [account] = await readUnisat().accounts({ silent: true, chainId: undefined });
    expect(account?.chains).toEqual([bitcoinNetwork('mainnet').caipNetworkId]);
  });
});

describe('an account of Wallet Standard', () => {
  it('is for the chains that it names, and not for those that its address allows (RW-07)', async () => {
    const [account] = createFakeBitcoinSigner(bitcoinAccounts).accounts('signet', 0);
    const named = (chains: readonly string[]) => ({ ...account, chains, features: [] });
    const accounts = [named(['bitcoin:testnet']), named(['bitcoin:signet']), named(['fractal:mainnet'])];
    const features = { 'standard:connect': { version: '1.0.0', connect: async () => ({ accounts }) } };
    const wallet = standardBitcoinWallet({ accounts, features } as unknown as StandardWallet);
    const read = await wallet.accounts({ silent: false, chainId: undefined });
    expect(read.map(({ own, chains }) => [own === accounts[1], chains])).toEqual([
      [true, [bitcoinNetwork('signet').caipNetworkId]],
    ]);
  });
});

describe('the discovery of Bitcoin wallets', () => {
  it('lists a wallet once that is registered in both ways, by the features of Wallet Standard', async () => {
    const registry = createFakeBitcoinWallet({ shape: 'xverse', name: 'Both' });
    registry.announce();
    const { adapter, wallet, host } = await connected('standard', { name: 'Both' });
    expect(host.connectors().map(({ id }) => id)).toEqual(['Both']);
    expect(await adapter.getProvider('Both')).toBe(wallet.provider);
    registry.stop();
  });

  it('survives a malformed registry', async () => {
    const page = window as { btc_providers?: unknown };
    page.btc_providers = [null, 1, {}, { id: 'nowhere.at.all', name: 'None' }, { id: 7, name: 'Seven' }];
    const { host } = await connected('unisat');
    expect(host.connectors().map(({ id }) => id)).toEqual(['Unisat Wallet']);
  });

  it('asks Unisat to switch the network, and reports its address there', async () => {
    const { adapter, wallet, host, account } = await connected('unisat');
    const signet = bitcoinNetwork('signet');
    await adapter.switchNetwork(account.connectorId, signet);
    const [address] = await wallet.addresses();
    expect(address).toMatch(/^tb1q/);
    await expect
      .poll(() => host.reported().at(-1))
      .toMatchObject({ type: 'changed', connection: { chainId: signet.caipNetworkId, accounts: [address] } });
  });
});
