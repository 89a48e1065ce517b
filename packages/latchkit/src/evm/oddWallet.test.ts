// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { cancelConnect, connect } from '../core/connection/connect.js';
import { disconnect } from '../core/connection/disconnect.js';
import { switchNetwork } from '../core/connection/switchNetwork.js';
import { createLatchkit } from '../core/createLatchkit.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { closeModal } from '../core/modal/closeModal.js';
import { openModal } from '../core/modal/openModal.js';
import { defineNetwork } from '../core/networks/defineNetwork.js';
import { start } from '../core/start.js';
import { waitForTransaction } from '../core/transactions/waitForTransaction.js';
import { sendTransaction } from '../core/walletActions/sendTransaction.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { NO_CHAINS, shapesOfChain } from '../testing/chainShapes.test-support.js';
import {
  checkEach,
  expectAnswered,
  FAILURES,
  give,
  holdsWithin,
  NEVER,
  oneOf,
  type Random,
  REFUSALS,
  randomOf,
  runSequences,
  within,
} from '../testing/oddAnswers.test-support.js';
import { evm } from './evm.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SEQUENCES = process.env.LATCHKIT_FULL ? 6_000 : 200;
const HASH = `0x${'ab'.repeat(32)}`;
const WAITING = { throws: { code: -32002, message: 'Already processing' } };
const BOOM = { throws: 'boom' };

const BLOCK = {
  transactionHash: HASH,
  blockHash: `0x${'cd'.repeat(32)}`,
  blockNumber: '0x5',
  gasUsed: '0x5208',
};
const ODD = [null, undefined, {}, [], 'x', 1, [null]];
/** What a wallet may answer or report, by place, in groups that are equally likely. */
const SHAPES = {
  accounts: [[[ADDRESS], [ADDRESS.toLowerCase(), null]], [[]], ODD, [NEVER, BOOM]],
  approval: [
    [[ADDRESS], [ADDRESS.toLowerCase(), null], [ADDRESS, ADDRESS]],
    [[ADDRESS]],
    [[ADDRESS]],
    [[], ...ODD, BOOM],
    [WAITING, WAITING, NEVER],
    REFUSALS,
  ],
  change: [[null, undefined, 'ok'], [NEVER], [WAITING, { throws: { code: 4902 } }], REFUSALS, FAILURES],
  // A text is a signature: wallets of contracts have their own forms.
  signature: [['0x01'], [...ODD.filter(one => one !== 'x'), BOOM, WAITING], [NEVER], REFUSALS, FAILURES],
  hash: [[HASH], [HASH], [...ODD, '', BOOM, WAITING], [NEVER], REFUSALS, FAILURES],
  told: [ODD],
  /** Receipts of a transaction that is in no block. */
  pending: [
    [...ODD, NEVER, BOOM],
    [
      { ...BLOCK, blockHash: null, blockNumber: null, status: null, logs: [] },
      { ...BLOCK, blockHash: null, blockNumber: null, status: '0x1', logs: [] },
      { ...BLOCK, blockNumber: undefined, status: '0x1' },
    ],
    [{ ...BLOCK, status: null, logs: null }, BLOCK],
  ],
  success: [
    [
      { ...BLOCK, status: '0x1', logs: [] },
      { ...BLOCK, status: 1, logs: null },
      { ...BLOCK, status: '0x01' },
    ],
    [NEVER, BOOM],
  ],
  reverted: [
    [
      { ...BLOCK, status: '0x0', logs: [] },
      { ...BLOCK, status: 0, logs: null },
      { ...BLOCK, status: '0x00' },
    ],
    [NEVER, BOOM],
  ],
  /** Other reads of the chain, which go over the wallet. */
  node: [
    ['0x5', '0x0'],
    [...ODD, NEVER, BOOM],
  ],
} as const;

/** A wallet that answers in odd shapes, and what is true about it. */
function oddWallet(random: Random) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const one = (groups: readonly (readonly unknown[])[]) => oneOf(random, groups);
  const listeners = new Map<string, Set<(told: unknown) => unknown>>();
  const truth = {
    named: false,
    chain: 1,
    /** Whether it says what is true when it is asked for its accounts and chain. */
    clear: false,
    locked: false,
    /** The last answer to each method. */
    answers: new Map<string, unknown>(),
    mined: pick(['success', 'success', 'reverted', undefined] as const),
    /** How often it is asked for a receipt before the transaction is in a block. */
    waits: Math.floor(random() * 5),
  };
  const emit = (event: string, told: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(told);
  };
  const answer = (method: string, shape: unknown): Promise<unknown> => {
    truth.answers.set(method, shape);
    const isNamed =
      Array.isArray(shape) && shape.some(one => String(one).toLowerCase() === ADDRESS.toLowerCase());
    if (isNamed) truth.named = true;
    return give(shape);
  };
  const change = (chain: number) => {
    if (random() < 0.7) truth.chain = chain;
    if (random() < 0.6) emit('chainChanged', pick([...shapesOfChain(truth.chain), ...NO_CHAINS]));
    if (random() < 0.2) emit('accountsChanged', one(SHAPES.told));
  };
  const receipt = () => {
    if (truth.mined === undefined || truth.waits-- > 0) return one(SHAPES.pending);
    return one(SHAPES[truth.mined]);
  };
  const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        return answer(method, one(SHAPES.approval));
      case 'eth_accounts':
        if (truth.locked) return answer(method, []);
        return answer(method, truth.clear ? [ADDRESS] : one(SHAPES.accounts));
      case 'eth_chainId':
        if (truth.clear || random() < 0.8) return answer(method, pick(shapesOfChain(truth.chain)));
        return answer(method, pick<unknown>([...NO_CHAINS, NEVER]));
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        change(Number((params as [{ chainId: string }])[0].chainId));
        return answer(method, one(SHAPES.change));
      case 'personal_sign':
        return answer(method, one(SHAPES.signature));
      case 'eth_sendTransaction':
        return answer(method, one(SHAPES.hash));
      case 'eth_getTransactionReceipt':
        return answer(method, receipt());
      case 'wallet_revokePermissions':
        return Promise.reject({ code: 4200 });
      default:
        return answer(method, one(SHAPES.node));
    }
  };
  const provider = {
    request,
    on: (event: string, listener: (told: unknown) => unknown) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (told: unknown) => unknown) =>
      void listeners.get(event)?.delete(listener),
  };
  return { provider, truth, emit, pick };
}

// Of the first one the wallet is asked, because the page has no node.
const networks = [[], ['http://127.0.0.1:1']].map((http, at) =>
  defineNetwork({
    id: at === 0 ? 1 : 10,
    name: `Chain ${at}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  }),
) as unknown as [ReturnType<typeof defineNetwork>];

type Odd = ReturnType<typeof oddWallet>;

/** A page with the wallet, whose storage stays. */
function openPage({ provider, truth }: Odd) {
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Odd',
    icon: 'data:image/png;base64,AA',
    rdns: 'example.odd',
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  const storage = memoryStorage();
  const checks: (() => void)[] = [];
  const ends = [() => window.removeEventListener('eip6963:requestProvider', announce)];
  return {
    id: info.rdns,
    async load(reconnect: boolean) {
      const kit = createLatchkit({
        networks,
        adapters: [evm()],
        storage,
        reconnect,
        features: { email: false, socials: false, analytics: false },
      }) as Latchkit;
      start(kit);
      const check = () => {
        const connection = kit.store.getState().namespaces.eip155?.connection;
        if (connection?.status !== 'connected') return;
        expect(truth.named, 'connected without an account').toBe(true);
        expect(connection.chainId, 'a chain').toMatch(/^eip155:[1-9]\d*$/);
        expect(connection.accounts).toEqual([ADDRESS]);
      };
      checks.push(checkEach(kit.store, check));
      ends.push(kit.destroy);
      await within(5, kit.kernel.start());
      expect(await holdsWithin(5, () => kit.store.getState().connectors.length > 0), 'a wallet').toBe(true);
      return kit;
    },
    check() {
      for (const check of checks.splice(0)) check();
    },
    end() {
      for (const end of ends) end();
    },
  };
}

const connectionOf = (kit: Latchkit) => kit.store.getState().namespaces.eip155?.connection;

function expectWayOut(kit: Latchkit) {
  closeModal(kit);
  expect(kit.store.getState().modal.open, 'a view without a way out').toBe(false);
}

async function connecting(kit: Latchkit, id: string, { truth, pick }: Odd) {
  openModal(kit);
  const asked = connect(kit, { connectorId: id });
  const outcome = await within(20, asked);
  const approval = truth.answers.get('eth_requestAccounts');
  const isRefused = REFUSALS.some(one => one === approval);
  if (outcome === 'open') {
    expect(isRefused, 'a refusal that is open').toBe(false);
    if (pick([true, false])) cancelConnect(kit);
    else expectWayOut(kit);
    expect(await within(1, asked)).toEqual({ code: 'MODAL_CLOSED' });
    return;
  }
  if (isRefused) expect(outcome).toEqual({ code: 'CONNECTION_REJECTED' });
  if (approval === WAITING && !truth.named) expect(outcome, 'a request that waits').toBe('open');
  if (Array.isArray(approval) && String(approval[0]).toLowerCase() === ADDRESS.toLowerCase())
    expect(outcome, 'an approval').not.toHaveProperty('code');
}

async function switching(kit: Latchkit, { truth }: Odd, chain: number) {
  truth.answers.delete('wallet_addEthereumChain');
  const isConnected = connectionOf(kit)?.status === 'connected';
  const outcome = await within(260, switchNetwork(kit, { chainId: `eip155:${chain}` }));
  expect(outcome, 'a switch').not.toBe('open');
  if (!isConnected) return;
  const answers = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'].map(one =>
    truth.answers.get(one),
  );
  const code = typeof outcome === 'object' && outcome !== null ? outcome.code : undefined;
  if (code === undefined) return expect(truth.chain, 'a switch that did not happen').toBe(chain);
  expect(['SWITCH_FAILED', 'SWITCH_REJECTED', 'CONNECTOR_CANNOT_SWITCH', 'NO_RPC_URL']).toContain(code);
  const last = answers[1] ?? answers[0];
  const isError = typeof last === 'object' && last !== null && last !== WAITING;
  if (!isError) expect(truth.chain, 'a switch that happened').not.toBe(chain);
  if (REFUSALS.some(one => one === last)) expect(code, 'a refusal').toBe('SWITCH_REJECTED');
  if (FAILURES.some(one => one === last)) expect(code, 'a failure').toBe('SWITCH_FAILED');
}

/** The visitor switches in the wallet, which reports it in any form and, when it is asked, says where it is. */
async function movedByVisitor(kit: Latchkit, { truth, emit, pick }: Odd) {
  if (connectionOf(kit)?.status !== 'connected') return;
  truth.clear = true;
  truth.chain = pick([1, 10, 137]);
  emit('chainChanged', pick([...shapesOfChain(truth.chain), ...NO_CHAINS]));
  const isShown = () => {
    const connection = connectionOf(kit);
    return connection?.status === 'connected' && connection.chainId === `eip155:${truth.chain}`;
  };
  expect(await holdsWithin(10, isShown), 'the chain that the visitor chose').toBe(true);
  truth.clear = false;
}

async function signing(kit: Latchkit, { truth }: Odd) {
  truth.answers.delete('personal_sign');
  const asked = signMessage(kit, { message: 'Hello' });
  const outcome = await within(15, asked);
  if (truth.answers.get('personal_sign') === NEVER) {
    expect(outcome, 'a signature that nobody gave').toBe('open');
    return [asked];
  }
  expectAnswered(outcome, truth.answers.get('personal_sign'));
  return [];
}

async function paying(kit: Latchkit, { truth, pick }: Odd) {
  truth.answers.delete('eth_sendTransaction');
  const data = pick([undefined, '0x12345678'] as const);
  const asked = sendTransaction(kit, { to: ADDRESS, value: 1n, ...(data && { data }) });
  const outcome = await within(40, asked);
  const given = truth.answers.get('eth_sendTransaction');
  if (given === NEVER) {
    expect(outcome, 'a payment that nobody confirmed').toBe('open');
    return [asked];
  }
  expectAnswered(outcome, given, HASH);
  if (typeof outcome !== 'string') return [];
  const settled = await within(30, waitForTransaction(kit, { hash: outcome }));
  expect(settled, 'an end of a payment').not.toBe('open');
  if (typeof settled !== 'object' || !('status' in settled)) return [];
  expect(settled.status).toBe('confirmed');
  expect(truth.mined, 'paid').toBe('success');
  expect(truth.waits, 'paid before it was').toBeLessThan(0);
  return [];
}

async function sequence(seed: number) {
  const wallet = oddWallet(randomOf(seed));
  const { truth, emit, pick } = wallet;
  const page = openPage(wallet);
  try {
    const kit = await page.load(false);
    await connecting(kit, page.id, wallet);
    for (const chain of [10, 1]) await switching(kit, wallet, chain);
    await movedByVisitor(kit, wallet);
    await switching(kit, wallet, 1);
    const open = [...(await signing(kit, wallet)), ...(await paying(kit, wallet))];
    expectWayOut(kit);
    const wasConnected = connectionOf(kit)?.status === 'connected';
    const isReloaded = pick([true, true, false]);
    if (isReloaded) kit.destroy();
    else await within(15, disconnect(kit));
    for (const one of open) expect(await within(1, one), 'what was never answered').not.toBe('open');
    kit.destroy();
    const isStored = wasConnected && isReloaded;
    truth.locked = pick([true, false]);
    truth.clear = pick([true, false]);
    const again = await page.load(true);
    const isSettled = () => ['connected', 'disconnected'].includes(connectionOf(again)?.status ?? '');
    expect(await holdsWithin(20, isSettled), 'an end of the restoring').toBe(true);
    if (!isStored || truth.locked) expect(connectionOf(again)?.status).toBe('disconnected');
    else if (truth.clear) expect(connectionOf(again)?.status, 'restored').toBe('connected');
    if (truth.locked) {
      Object.assign(truth, { locked: false, clear: true });
      emit('accountsChanged', [ADDRESS]);
      const isShown = () => connectionOf(again)?.status === 'connected';
      expect(await holdsWithin(5, isShown), 'a wallet that was unlocked').toBe(isStored);
    }
    expectWayOut(again);
    expect(await within(15, disconnect(again)), 'a disconnection').not.toBe('open');
    expect(connectionOf(again)?.status).toBe('disconnected');
    page.check();
  } finally {
    page.end();
  }
}

describe('evm, with a wallet that answers in odd shapes', () => {
  it(`settles every call and claims nothing false, over ${SEQUENCES} sequences`, {
    timeout: 600_000,
  }, async () => {
    // With fake timers, loading takes no time that passes.
    await Promise.all([
      import('./discovery/createDiscovery.js'),
      import('./createEngine.js'),
      import('./wagmi/createOwnConfig.js'),
      import('./wagmi/switchWallet.js'),
      import('./provider/addChain.js'),
      import('./createAccountEngine.js'),
      import('./provider/createWalletRequests.js'),
      import('./chain/createGasLimits.js'),
      import('./chain/createTransfers.js'),
      import('./chain/createChainClient.js'),
    ]);
    await runSequences(sequence, { sequences: SEQUENCES });
  });
});
