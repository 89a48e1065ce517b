// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { solana } from '../../networks/networks.js';
import { callPath } from '../../protocol/calls/callPath.js';
import { readPictureRequest } from '../../protocol/calls/project/images.js';
import type { SentTransaction, TransactionOutcome, TransferRequest } from '../adapter/Transaction.js';
import { connect } from '../connection/connect.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import {
  ADDRESS,
  connectorOf,
  type ScriptedAdapter,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, until } from '../testSupport/stubGateway.test-support.js';
import { loadSend } from './loadSend.js';
import { resetSend, setSendAmount, setSendReceiver, setSendToken } from './sendDraft.js';
import { sendTokens } from './sendTokens.js';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const usdc = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: USDC,
  quantity: { decimals: 6, numeric: '12.5' },
} as const;

const PICTURE = () => gateway.url + callPath(readPictureRequest.call, { id: '5'.repeat(32) });

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];
beforeEach(async () => {
  gateway = await startStubGateway({
    '/v1/supported-chains': [200, { http: ['eip155:1'] }],
    [`/v1/account/${ADDRESS}/balance`]: [
      200,
      { balances: [{ ...usdc, quantity: { decimals: '6', numeric: '12.5' } }] },
    ],
    '/v1/fungible/price': [
      200,
      {
        fungibles: [
          { address: 'eip155:1:native', price: 2_000 },
          { address: USDC, price: 1 },
        ],
      },
    ],
    '/v1/profile/account/ada.eth': [200, { name: 'ada.eth', addresses: { 60: { address: RECEIVER } } }],
    '/v1/profile/account/nobody.eth': [
      404,
      { reasons: [{ name: 'name', description: 'Nobody has this name' }, { description: 'second' }] },
    ],
    '/v1/profile/account/broken.eth': [500, { oops: true }],
  });
  gateway.answers[`/v1/identity/${RECEIVER}`] = [200, { name: 'ada.eth', avatar: PICTURE() }];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const kit of kits.splice(0)) kit.destroy();
  await gateway.stop();
});

/** An adapter with transfers: it records its calls, and the test settles the transactions. */
function payingAdapter(adapter: ScriptedAdapter = scriptedAdapter()) {
  const transfers: TransferRequest[] = [];
  let answer = () => {};
  let mined: (outcome: TransactionOutcome) => void = () => {};
  const held = { asks: false };
  adapter.transfer = async request => {
    transfers.push(request);
    if (held.asks) await new Promise<void>(resolve => (answer = resolve));
    const { address, network } = request;
    const sent: SentTransaction = {
      hash: `0x${transfers.length}`,
      chainId: network.caipNetworkId,
      address,
      nonce: 1,
    };
    return sent;
  };
  adapter.waitForTransaction = () => new Promise(resolve => (mined = resolve));
  adapter.prepareTransfer = async () => ({
    fee: 1n,
    available: 10n,
    max: 9n,
    nativeAvailable: 10n,
    rent: 0n,
    receiverIsContract: false,
  });
  const mine = (outcome: TransactionOutcome) => mined(outcome);
  return { adapter, transfers, held, answer: () => answer(), mine };
}

async function connected(options: Partial<LatchkitOptions> = {}, paying = payingAdapter()) {
  const features = { email: false, socials: false, analytics: false } as const;
  const { kit, events } = startedKit({ gateway: gateway.url, features, ...options }, paying.adapter);
  kits.push(kit);
  await connect(kit, { connectorId: 'io.one' });
  const send = () => kit.store.getState().send;
  const view = () => currentView(kit.store.getState().modal);
  return { kit, events, send, view, ...paying };
}
type World = Awaited<ReturnType<typeof connected>>;
function fill({ kit }: World, token: Parameters<typeof setSendToken>[1], amount = '0,25') {
  setSendToken(kit, token);
  setSendAmount(kit, amount);
  setSendReceiver(kit, RECEIVER);
}
const native = {
  ...usdc,
  name: 'Ether',
  symbol: 'ETH',
  address: undefined,
  quantity: { decimals: 18, numeric: '1.5' },
};

describe('loadSend', () => {
  it('lists the tokens that can be sent, the own currency first and selected, with live prices [CALL-26] [ENT-22]', async () => {
    const { kit, send } = await connected();
    await loadSend(kit);
    expect(send().tokenBalances.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['ETH', 2_000],
      ['USDC', 1],
    ]);
    expect(send().token).toMatchObject({ symbol: 'ETH', quantity: { numeric: '1.5', decimals: 18 } });
    expect(send().networkBalanceInUSD).toBe(3_000);
    const [asked] = gateway.asked('/v1/fungible/price');
    expect(asked).toMatchObject({
      method: 'POST',
      body: { currency: 'usd', addresses: ['eip155:1:native', USDC].sort() },
    });
  });

  it('shows no worth without a live price', async () => {
    gateway.answers['/v1/fungible/price'] = [200, { fungibles: [] }];
    const { kit, send } = await connected();
    await loadSend(kit);
    expect(send().networkBalanceInUSD).toBeUndefined();
    expect(send().tokenBalances.every(({ value }) => value === undefined)).toBe(true);
  });
});

describe('sendTokens', () => {
  it('keeps its stack until the wallet responds, then clears the form [STATE-42] [CAP-05] [ENT-22]', async () => {
    const world = await connected();
    const { kit, send, held, transfers } = world;
    await loadSend(kit);
    fill(world, native);
    expect(send()).toMatchObject({
      sendTokenAmount: '0,25',
      receiverAddress: RECEIVER,
      receiverStatus: 'ready',
    });
    // The receiver's profile, as the gateway serves it.
    await until(() => send().receiverProfileName !== undefined);
    expect(send()).toMatchObject({ receiverProfileName: 'ada.eth', receiverProfileImageUrl: PICTURE() });
    held.asks = true;
    const sending = awaitedLater(sendTokens(kit));
    expect(kit.store.getState().transactionStack).toHaveLength(1);
    expect(send().loading).toBe(true);
    await settle();
    world.answer();
    await sending;
    expect(kit.store.getState().transactionStack).toEqual([]);
    expect(send()).toEqual({
      token: undefined,
      sendTokenAmount: undefined,
      receiver: '',
      receiverAddress: undefined,
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
      receiverStatus: 'none',
      receiverError: undefined,
      networkBalanceInUSD: undefined,
      loading: false,
      tokenBalances: [],
    });
    expect(transfers).toEqual([expect.objectContaining({ to: RECEIVER, amount: 250_000_000_000_000_000n })]);
    expect(transfers[0]).not.toHaveProperty('token');
  });

  it('treats a token with an address as a token, and returns to Account [STATE-43] [CAP-06] [ENT-12]', async () => {
    const world = await connected();
    const { kit, transfers, view, mine } = world;
    openModal(kit, { view: 'Send' });
    fill(world, usdc, '2.5');
    const sent = await sendTokens(kit);
    expect(transfers[0]).toMatchObject({
      amount: 2_500_000n,
      token: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    });
    const { views } = kit.store.getState().modal;
    expect(views[0]).toEqual({ name: 'Account' });
    expect(view()).toEqual({ name: 'TransactionStatus', hash: sent.hash });
    mine({ status: 'confirmed', hash: sent.hash });
    await settle();
    expect(kit.store.getState().toast).toMatchObject({
      tone: 'success',
      text: 'toast.sent',
      slots: { amount: '2.5 USDC' },
    });
  });

  it('sends on Solana, and returns to Account [STATE-44] [CAP-07]', async () => {
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.answer.connect = async () => ({
      connectorId: 'io.one',
      accounts: ['Abc'],
      chainId: solana.caipNetworkId,
    });
    adapter.isAddress = () => true;
    const world = await connected({ networks: [solana], gateway: undefined }, payingAdapter(adapter));
    const { kit, transfers, view } = world;
    openModal(kit, { view: 'Send' });
    await loadSend(kit);
    setSendAmount(kit, '0.5');
    setSendReceiver(kit, 'Def');
    await sendTokens(kit);
    expect(transfers[0]).toMatchObject({
      to: 'Def',
      amount: 500_000_000n,
      network: { chainNamespace: 'solana' },
    });
    expect(kit.store.getState().modal.views[0]).toEqual({ name: 'Account' });
    expect(view().name).toBe('TransactionStatus');
  });

  it("throws 'An amount and receiver address are required' and 'A token is required' [VAL-21] [ERR-45] [ERR-46]", async () => {
    const world = await connected();
    const { kit, transfers } = world;
    const refused = { message: 'An amount and receiver address are required' };
    await expect(sendTokens(kit)).rejects.toMatchObject(refused);
    fill(world, native, '');
    await expect(sendTokens(kit)).rejects.toMatchObject(refused);
    fill(world, native);
    setSendReceiver(kit, '');
    await expect(sendTokens(kit)).rejects.toMatchObject(refused);
    fill(world, undefined);
    await expect(sendTokens(kit)).rejects.toMatchObject({ message: 'A token is required' });
    expect(transfers).toEqual([]);
  });

  it("throws 'Unsupported chain' in other namespaces, without a wallet request [ERR-47]", async () => {
    for (const namespace of ['bip122', 'polkadot'] as const) {
      const id = `${namespace}:0000` as const;
      const network = { ...solana, chainNamespace: namespace, caipNetworkId: id };
      const adapter = scriptedAdapter(namespace, [connectorOf('io.one', { chain: namespace })]);
      adapter.answer.connect = async () => ({ connectorId: 'io.one', accounts: ['Abc'], chainId: id });
      const world = await connected({ networks: [network] }, payingAdapter(adapter));
      await expect(sendTokens(world.kit)).rejects.toMatchObject({ message: 'Unsupported chain' });
      expect(world.transfers).toEqual([]);
    }
  });

  it('hands the wallet 0 for an EVM amount that is no number [VAL-22]', async () => {
    const world = await connected();
    fill(world, native, 'abc');
    await sendTokens(world.kit);
    expect(world.transfers[0]?.amount).toBe(0n);
  });

  it('keeps the form when the visitor refuses', async () => {
    const world = await connected();
    const { kit, adapter, send, events } = world;
    adapter.transfer = () =>
      Promise.reject(Object.assign(new Error('no'), { name: 'LatchkitError', code: 'REQUEST_REJECTED' }));
    fill(world, native);
    await expect(sendTokens(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    expect(send()).toMatchObject({ sendTokenAmount: '0,25', receiverAddress: RECEIVER, loading: false });
    expect(kit.store.getState().transactionStack).toEqual([]);
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['SEND_INITIATED', 'SEND_ERROR']),
    );
    resetSend(kit);
    expect(send().receiver).toBe('');
  });
});

describe('setSendReceiver', () => {
  const looked = () => gateway.asked().filter(({ url }) => url.pathname.startsWith('/v1/profile'));

  it('looks a name up once, 500 ms after the last key [CALL-27] [TIME-10] [VAL-29]', async () => {
    const { kit, send } = await connected();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const text of ['ada.e', 'ada.et', ' ada.eth ']) setSendReceiver(kit, text);
    expect(send()).toMatchObject({
      receiver: ' ada.eth ',
      receiverStatus: 'checking',
      receiverAddress: undefined,
    });
    vi.advanceTimersByTime(499);
    expect(looked()).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await until(() => send().receiverStatus === 'ready');
    expect(send()).toMatchObject({ receiverAddress: RECEIVER, receiverProfileName: 'ada.eth' });
    expect(looked().map(({ url }) => url.pathname)).toEqual(['/v1/profile/account/ada.eth']);
  });

  it("gives the service's first reason, else 'Error resolving name' [ERR-69] [ERR-70]", async () => {
    const { kit, send } = await connected();
    setSendReceiver(kit, 'nobody.eth');
    await until(() => send().receiverStatus === 'invalid');
    expect(send().receiverError).toMatchObject({ message: 'Nobody has this name' });
    setSendReceiver(kit, 'broken.eth');
    await until(() => send().receiverStatus === 'invalid');
    expect(send().receiverError).toMatchObject({
      message: 'Error resolving name',
      code: 'RESOLVE_NAME_FAILED',
    });
  });

  it('ignores the response for a name that has changed since', async () => {
    const { kit, send } = await connected();
    setSendReceiver(kit, 'ada.eth');
    await until(() => looked().length === 1);
    setSendReceiver(kit, 'ada');
    await settle();
    expect(send()).toMatchObject({ receiver: 'ada', receiverAddress: undefined, receiverStatus: 'invalid' });
  });

  it('looks nothing up on Solana [VAL-29]', async () => {
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.isAddress = text => text === 'Def';
    adapter.answer.connect = async () => ({
      connectorId: 'io.one',
      accounts: ['Abc'],
      chainId: solana.caipNetworkId,
    });
    const { kit, send } = await connected({ networks: [solana] }, payingAdapter(adapter));
    setSendReceiver(kit, 'ada.eth');
    await new Promise(resolve => setTimeout(resolve, 600));
    expect(send().receiverStatus).toBe('invalid');
    expect(looked()).toEqual([]);
  });
});
