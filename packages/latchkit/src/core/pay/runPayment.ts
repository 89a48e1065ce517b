import { type BaseError, isError } from '../../protocol/BaseError.js';
import { isChainId, namespaceOf } from '../../protocol/caip.js';
import { isPaymentAsset } from '../../protocol/calls/project/payments.js';
import { createError } from '../../protocol/errors.js';
import type { CaipNetwork } from '../adapter/Network.js';
import { requestConnection } from '../connection/requestConnection.js';
import { gatewayClock } from '../kernel/gatewayClock.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { readPayment, receiptOf, termsOf } from './gatewayPayment.js';
import type { PaymentReceipt, PaymentTerms, PayState } from './PayState.js';
import type { PayOptions } from './pay.js';
import { runningPayment, selectPay, updatePay } from './payDraft.js';
import { payError } from './payErrors.js';
import { paymentKey, readSentPayment } from './paymentRecord.js';
import { confirmPayment, pause } from './sendPayment.js';

/** Asks the visitor for a payment: see `pay`. */
export async function runPayment(kit: Latchkit, options: PayOptions): Promise<PaymentReceipt> {
  if (runningPayment.get(kit)) throw payError('PAYMENT_PENDING');
  const paid = new Promise<PaymentReceipt>((resolve, reject) => {
    runningPayment.set(kit, { isConnecting: false, resolve, reject });
  });
  // A rejection before the promise is awaited is not lost: it is awaited below, or the call has failed already.
  paid.catch(() => {});
  try {
    return await ask(kit, options, paid);
  } finally {
    runningPayment.set(kit, undefined);
  }
}

async function ask(
  kit: Latchkit,
  options: PayOptions,
  paid: Promise<PaymentReceipt>,
): Promise<PaymentReceipt> {
  const start = await startOf(kit, options);
  const sent = readSentPayment(kit.kernel.storage, paymentKey(start));
  if (sent) return confirmPayment(kit, start, sent);
  if (start.receipt) return start.receipt;
  if (start.step === 'expired') throw payError('PAYMENT_EXPIRED');
  kit.kernel.set({ pay: start });
  openModal(kit, { view: 'Pay' });
  const stop = watch(kit, start);
  try {
    const receipt = await paid;
    updatePay(kit, { step: 'paid', receipt, hash: receipt.hash });
    return receipt;
  } catch (error) {
    const step = isError(error, 'PAYMENT_EXPIRED') ? 'expired' : 'failed';
    updatePay(kit, { step, error: error as BaseError });
    throw error;
  } finally {
    stop();
  }
}

/** The payment as it starts. @throws PAYMENT_INVALID; NETWORK_NOT_FOUND; PAYMENT_NOT_FOUND. */
async function startOf(kit: Latchkit, options: PayOptions): Promise<PayState> {
  const payment = 'paymentId' in options ? await readPayment(kit, options.paymentId) : undefined;
  const terms = payment ? termsOf(payment) : (options as PaymentTerms);
  const network = networkOf(kit, terms, payment !== undefined);
  const isOver = terms.expiresAt !== undefined && terms.expiresAt <= gatewayClock(kit).now();
  return {
    terms,
    paymentId: payment?.id,
    solanaReference: payment?.solanaReference ?? undefined,
    seesSmartAccounts: payment?.smartAccounts ?? true,
    network,
    token: undefined,
    received: BigInt(payment?.received ?? 0),
    account: undefined,
    options: undefined,
    swaps: 'none',
    chosen: undefined,
    step: isOver || payment?.status === 'expired' ? 'expired' : 'choosing',
    hash: undefined,
    receipt: payment && receiptOf(payment),
    error: undefined,
  };
}

/**
 * @param isWatched - Whether the gateway says when the payment is made. Bitcoin needs it, because the page cannot see its chain.
 * @throws PAYMENT_INVALID also for a network whose wallets cannot be asked for a payment; NETWORK_NOT_FOUND.
 */
function networkOf(
  kit: Latchkit,
  { asset, recipient, amount }: PaymentTerms,
  isWatched: boolean,
): CaipNetwork {
  const chainId = asset.split(':').slice(0, 2).join(':');
  if (!isPaymentAsset(asset) || !isChainId(chainId) || amount <= 0n) throw payError('PAYMENT_INVALID');
  const namespace = namespaceOf(chainId);
  const adapter = kit.adapter(namespace);
  const canPay = adapter?.transfer !== undefined || (isWatched && adapter?.sendTransfer !== undefined);
  if (!canPay || !adapter?.isAddress(recipient)) throw payError('PAYMENT_INVALID');
  const networks = kit.store.getState().namespaces[namespace]?.networks ?? [];
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { chainId } });
  return network;
}

/** Ends the payment when the visitor closes or leaves, when the time is up, or when the gateway has seen the money. */
function watch(kit: Latchkit, { terms, paymentId, network }: PayState): () => void {
  const over = new AbortController();
  const running = runningPayment.get(kit);
  const fail = (error: BaseError) => running?.reject(error);
  const isChoosing = () =>
    running?.declined !== undefined || selectPay(kit.store.getState())?.step === 'choosing';
  const destroyed = () => fail(createError('DESTROYED'));
  kit.kernel.signal.addEventListener('abort', destroyed, { once: true });
  const isConnectedIn = ({ namespaces }: Pick<LatchkitState, 'namespaces'>) =>
    namespaces[network.chainNamespace]?.account.isConnected === true;
  let account = isConnectedIn(kit.store.getState());
  const unsubscribe = kit.store.subscribe(({ modal, namespaces }) => {
    const isConnected = isConnectedIn({ namespaces });
    const hasLeft = account && !isConnected;
    account = isConnected;
    if (!isChoosing() || running?.isConnecting) return;
    if (hasLeft) fail(payError('PAYMENT_DISCONNECTED'));
    else if (!modal.open) fail(running?.declined ?? payError('PAYMENT_CLOSED'));
  });
  const expire = () => isChoosing() && fail(payError('PAYMENT_EXPIRED'));
  const timer = terms.expiresAt === undefined ? undefined : wakeAt(kit, terms.expiresAt, expire, over.signal);
  if (paymentId !== undefined) void follow(kit, paymentId, over.signal);
  return () => {
    over.abort();
    clearTimeout(timer);
    unsubscribe();
    kit.kernel.signal.removeEventListener('abort', destroyed);
  };
}

/** Longest delay of a timer, in ms. */
const LONGEST = 2 ** 31 - 1;

function wakeAt(
  kit: Latchkit,
  time: number,
  wake: () => void,
  over: AbortSignal,
): ReturnType<typeof setTimeout> {
  const left = time - gatewayClock(kit).now();
  return setTimeout(
    () => {
      if (over.aborted) return;
      if (left > LONGEST) wakeAt(kit, time, wake, over);
      else wake();
    },
    Math.max(0, Math.min(left, LONGEST)),
  );
}

/** Looks at the payment at the gateway until it is made: by this page, or from another wallet. */
async function follow(kit: Latchkit, paymentId: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const payment = await readPayment(kit, paymentId).catch(() => undefined);
    if (over.aborted) return;
    const receipt = payment && receiptOf(payment);
    const received = BigInt(payment?.received ?? 0);
    if (receipt) runningPayment.get(kit)?.resolve(receipt);
    else if (received > (selectPay(kit.store.getState())?.received ?? 0n)) updatePay(kit, { received });
    await pause(over);
  }
}

/** Lets the visitor connect a wallet, and returns to the payment. Closing ends the payment. */
export async function connectToPay(kit: Latchkit): Promise<void> {
  const running = runningPayment.get(kit);
  if (!running || running.isConnecting) return;
  running.isConnecting = true;
  try {
    const namespace = selectPay(kit.store.getState())?.network.chainNamespace;
    await requestConnection(kit, namespace ? { namespace } : {});
    await untilSignedIn(kit);
    openModal(kit, { view: 'Pay' });
  } catch {
    running.reject(payError('PAYMENT_CLOSED'));
  } finally {
    running.isConnecting = false;
  }
}

/** A sign-in after the connection shows its own view. */
function untilSignedIn({ store, kernel }: Latchkit): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (store.getState().signIn.checking.length > 0 && !kernel.signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}

/** Closes the payment's view. */
export function leavePayment(kit: Latchkit): void {
  if (currentView(kit.store.getState().modal).name === 'Pay') closeModal(kit, { force: true });
}
