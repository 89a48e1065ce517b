// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { evm } from '../../evm/evm.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { connect } from '../connection/connect.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage, type Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { defineNetwork } from '../networks/defineNetwork.js';
import { start } from '../start.js';
import type { PaymentReceipt } from './PayState.js';
import { pay } from './pay.js';
import { selectPay, updatePay } from './payDraft.js';
import { loadPayOptions } from './payOptions.js';
import { canRetryPayment, retryPayment, sendPayment } from './sendPayment.js';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TERMS = {
  recipient: '0x00000000000000000000000000000000000000c4',
  asset: 'eip155:31337',
  amount: 1_000n,
  reference: 'order 7',
} as const;

let anvil: Anvil;
/** Blocks that the page has asked for by the tag `finalized`. */
let looksForFinality = 0;
const kits: Latchkit[] = [];

beforeAll(async () => {
  anvil = await startAnvil(31_337);
  const { fetch } = globalThis;
  // Passes every request on.
  vi.stubGlobal('fetch', (input: URL | string, init?: RequestInit) => {
    if (String(init?.body).includes('"finalized"')) looksForFinality += 1;
    return fetch(input, init);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await anvil?.stop();
});
beforeEach(() => {
  looksForFinality = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
  await anvil.request('evm_setAutomine', [true]);
});

/** A page without a gateway, and its wallet. */
async function openPage(storage: Storage) {
  const local = defineNetwork({
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
    testnet: true,
  });
  const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
  wallet.announce();
  onTestFinished(() => wallet.stop());
  const kit = createLatchkit({
    networks: [local],
    adapters: [evm()],
    storage,
    reconnect: false,
    features: { pay: true, email: false, socials: false, analytics: false },
  });
  kits.push(kit);
  start(kit);
  await kit.kernel.start();
  await passUntil(() => kit.store.getState().connectors.length > 0);
  const sent = () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length;
  const step = () => selectPay(kit.store.getState())?.step;
  /** Ends the page, as a reload does. */
  const leave = () => {
    kit.destroy();
    wallet.stop();
  };
  return { kit, wallet, sent, step, leave };
}

/** Lets time pass in small steps, so that requests are answered meanwhile. */
async function passUntil(isSo: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(200);
      return isSo();
    })
    .toBe(true);
}

/** Asks for the payment. @returns what it was answered. */
function ask(kit: Latchkit, terms: Parameters<typeof pay>[1]) {
  const answered: { receipt?: PaymentReceipt; code?: string } = {};
  pay(kit, terms).then(
    receipt => {
      answered.receipt = receipt;
    },
    ({ code }: { code: string }) => {
      answered.code = code;
    },
  );
  return answered;
}

/** Pays as the view does, up to the wallet's answer. */
async function press({ kit, step }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await passUntil(() => step() === 'choosing');
  await loadPayOptions(kit);
  sendPayment(kit).catch(() => {});
  await passUntil(() => step() === 'confirming');
}

describe('pay, in a page without a gateway', () => {
  it.for([
    { view: 'in its open view', isClosed: false, toast: undefined },
    { view: 'by a toast if the visitor closed it', isClosed: true, toast: 'toast.sent' },
  ])('reports that it was made $view', async ({ isClosed, toast }) => {
    const { kit, wallet, ...page } = await openPage(memoryStorage());
    await connect(kit, { connectorId: wallet.info.rdns });
    await anvil.request('evm_setAutomine', [false]);
    ask(kit, TERMS);
    await press({ kit, wallet, ...page });
    if (isClosed) closeModal(kit);
    await anvil.request('evm_mine', []);
    await passUntil(() => kit.store.getState().settledTransactions.length === 1);
    expect(kit.store.getState().toast?.text).toBe(toast);
  });

  it('that the visitor declines can be tried again, and rejects when they leave instead (UX-07)', async () => {
    const { kit, wallet, step, sent } = await openPage(memoryStorage());
    await connect(kit, { connectorId: wallet.info.rdns });
    const { request } = wallet.provider;
    let declines = 1;
    wallet.provider.request = asking => {
      if (asking.method !== 'eth_sendTransaction' || declines === 0) return request(asking);
      declines -= 1;
      return Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }));
    };
    const tryOnce = async () => {
      await passUntil(() => step() === 'choosing');
      await loadPayOptions(kit);
      sendPayment(kit).catch(() => {});
    };
    const asked = ask(kit, TERMS);
    await tryOnce();
    await passUntil(() => step() === 'failed');
    expect([asked, canRetryPayment(kit), sent()]).toEqual([{}, true, 0]);
    retryPayment(kit);
    await tryOnce();
    await passUntil(() => asked.receipt !== undefined);
    expect([asked.code, canRetryPayment(kit), sent()]).toEqual([undefined, false, 1]);

    declines = 1;
    const left = ask(kit, { ...TERMS, reference: 'order 9' });
    await tryOnce();
    await passUntil(() => step() === 'failed');
    expect(left).toEqual({});
    closeModal(kit, { force: true });
    await passUntil(() => left.code === 'REQUEST_REJECTED');
    expect([canRetryPayment(kit), sent()]).toEqual([false, 1]);
  });

  it('is not offered to a smart account whose payment the gateway would not see (RV-19)', async () => {
    const { kit, wallet, step, sent } = await openPage(memoryStorage());
    await connect(kit, { connectorId: wallet.info.rdns });
    const setCode = (code: string) => anvil.request('anvil_setCode', [PAYER, code]);
    onTestFinished(() => setCode('0x').then(() => {}));
    ask(kit, TERMS);
    await passUntil(() => step() === 'choosing');
    const problem = async (code: string, seesSmartAccounts: boolean) => {
      await setCode(code);
      updatePay(kit, { seesSmartAccounts });
      await loadPayOptions(kit, { swaps: true });
      const { options, chosen } = selectPay(kit.store.getState()) ?? {};
      return [options?.map(one => one.problem), chosen === undefined];
    };
    expect(await problem('0x6001', true)).toEqual([[undefined], false]);
    // An account with a delegation (EIP-7702) sends plain transactions.
    expect(await problem(`0xef0100${PAYER.slice(2)}`, false)).toEqual([[undefined], false]);
    expect(await problem('0x6001', false)).toEqual([['account'], true]);
    await sendPayment(kit);
    expect(sent()).toBe(0);
  });

  it('settles once the payment is final if the host wants that, also after a reload and without a wallet', async () => {
    const storage = memoryStorage();
    const first = await openPage(storage);
    await connect(first.kit, { connectorId: first.wallet.info.rdns });
    const terms = { ...TERMS, finality: 'finalized' } as const;
    const lost = ask(first.kit, terms);
    // The modal of the embedded wallet stays open for an error only with an entry on the stack.
    const stacks = new Set<string>();
    first.kit.store.subscribe(({ transactionStack }) =>
      stacks.add(transactionStack.map(({ kind }) => kind).join()),
    );
    await press(first);
    expect(stacks).toContain('pay');
    const hash = selectPay(first.kit.store.getState())?.hash;
    await passUntil(() => looksForFinality > 1);
    expect(await anvil.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
    expect(lost).toEqual({});
    first.leave();
    await passUntil(() => lost.code === 'DESTROYED');

    looksForFinality = 0;
    const second = await openPage(storage);
    const again = ask(second.kit, terms);
    await passUntil(() => looksForFinality > 1);
    expect(again).toEqual({});
    await anvil.request('anvil_mine', ['0x60']);
    await passUntil(() => again.receipt !== undefined);
    const receipt = { reference: 'order 7', hash, chainId: 'eip155:31337', from: PAYER, amount: 1_000n };
    expect(again.receipt).toEqual({ ...receipt, paidAt: expect.any(Number) });
    // The visitor saw nothing of it.
    expect(second.kit.store.getState().modal.open).toBe(false);
    expect([first.sent(), second.sent()]).toEqual([1, 0]);
  });

  it('yields the receipt of a payment that was on its way when the page was lost, and asks again for one that was not sent', async () => {
    const storage = memoryStorage();
    const first = await openPage(storage);
    await connect(first.kit, { connectorId: first.wallet.info.rdns });
    const unsent = { ...TERMS, reference: 'order 8' };
    const lost = ask(first.kit, unsent);
    await passUntil(() => first.step() === 'choosing');
    first.leave();
    await passUntil(() => lost.code === 'DESTROYED');

    const second = await openPage(storage);
    await connect(second.kit, { connectorId: second.wallet.info.rdns });
    await anvil.request('evm_setAutomine', [false]);
    const sent = ask(second.kit, TERMS);
    await press(second);
    second.leave();
    await passUntil(() => sent.code === 'DESTROYED');

    const third = await openPage(storage);
    const again = ask(third.kit, TERMS);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(again).toEqual({});
    await anvil.request('evm_setAutomine', [true]);
    await anvil.request('anvil_mine', ['0x1']);
    await passUntil(() => again.receipt !== undefined);
    expect(again.receipt).toMatchObject({ from: PAYER, amount: 1_000n });
    expect(third.kit.store.getState().modal.open).toBe(false);
    ask(third.kit, unsent);
    await passUntil(() => third.step() === 'choosing');
    expect(currentView(third.kit.store.getState().modal).name).toBe('Pay');
    expect([first.sent(), second.sent(), third.sent()]).toEqual([0, 1, 0]);
  });
});
