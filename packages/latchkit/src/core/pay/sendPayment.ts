import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { ChainAdapter } from '../adapter/ChainAdapter.js';
import type { SentTransaction, TransactionOutcome, TransferRequest } from '../adapter/Transaction.js';
import { type ActiveConnection, activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import { switchNetwork } from '../connection/switchNetwork.js';
import { gatewayClock } from '../kernel/gatewayClock.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { swap } from '../swap/swap.js';
import { updateSwap } from '../swap/swapDraft.js';
import { untilContinued } from '../swap/untilContinued.js';
import { trackTransaction } from '../transactions/pendingTransactions.js';
import { TransactionRevertedError } from '../transactions/waitForTransaction.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import { readPayment, receiptOf } from './gatewayPayment.js';
import { amountDue, type PaymentReceipt, type PayState } from './PayState.js';
import { runningPayment, selectPay, updatePay } from './payDraft.js';
import { payError } from './payErrors.js';
import { paymentKey, writeSentPayment } from './paymentRecord.js';

/** Milliseconds between two looks at the chain or the gateway. */
const LOOK_MS = 2_000;

/**
 * Pays with the chosen option: switches the network, swaps if the option is another token, and asks the wallet for the payment. The
 * result settles the promise of `pay`.
 *
 * @throws what `pay` rejects with.
 */
export async function sendPayment(kit: Latchkit): Promise<void> {
  const running = runningPayment.get(kit);
  const pay = selectPay(kit.store.getState());
  if (!running || !pay?.chosen || pay.step !== 'choosing') return;
  try {
    running.resolve(await perform(kit, pay));
  } catch (cause) {
    const known = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    const error = isError(known, 'MODAL_CLOSED') ? payError('PAYMENT_CLOSED') : known;
    if (isError(error, 'REQUEST_REJECTED') && showsPayment(kit)) {
      running.declined = error;
      updatePay(kit, { step: 'failed', error });
    } else running.reject(error);
    throw error;
  }
}

/** Whether the visitor sees the payment, and so can try again. */
function showsPayment(kit: Latchkit): boolean {
  const { modal } = kit.store.getState();
  return modal.open && currentView(modal).name === 'Pay';
}

/** Whether the visitor can pay again: they declined, and have not left. */
export function canRetryPayment(kit: Latchkit): boolean {
  return runningPayment.get(kit)?.declined !== undefined;
}

/** Offers a payment again that the visitor declined in the wallet. */
export function retryPayment(kit: Latchkit): void {
  const running = runningPayment.get(kit);
  if (!running?.declined) return;
  running.declined = undefined;
  updatePay(kit, { step: 'choosing', error: undefined, options: undefined, chosen: undefined });
}

async function perform(kit: Latchkit, pay: PayState): Promise<PaymentReceipt> {
  // How the payment ends depends on its own swap.
  if (pay.chosen?.quote) updateSwap(kit, { run: undefined });
  updatePay(kit, { step: pay.chosen?.quote ? 'swapping' : 'asking' });
  const { caipNetworkId, chainNamespace } = pay.network;
  const { connectorId, address } = activeConnection(kit, chainNamespace);
  const made = await requireOpen(kit, pay);
  if (made) return made;
  if (activeConnection(kit, chainNamespace).network.caipNetworkId !== caipNetworkId)
    await switchNetwork(kit, { network: pay.network });
  const isSame = () => {
    if (kit.store.getState().namespaces[chainNamespace]?.connection.status !== 'connected')
      throw payError('PAYMENT_DISCONNECTED');
    const now = activeConnection(kit, chainNamespace);
    const isHere = now.network.caipNetworkId === caipNetworkId;
    if (!isHere || now.connectorId !== connectorId || now.address !== address)
      throw payError('PAYMENT_ACCOUNT_CHANGED');
    return now;
  };
  const { quote } = pay.chosen ?? {};
  if (quote) {
    isSame();
    await swap(kit, { from: quote.from, to: quote.to, amount: quote.amountIn, quote });
    await untilContinued(kit, isSame(), () => updatePay(kit, { step: 'ready' }));
    updatePay(kit, { step: 'asking' });
    const since = await requireOpen(kit, pay);
    if (since) return since;
  }
  const sent = await transfer(kit, isSame(), pay);
  return confirmPayment(kit, pay, sent);
}

/** @returns the receipt if the payment was made meanwhile. @throws PAYMENT_EXPIRED. */
async function requireOpen(
  kit: Latchkit,
  { paymentId, terms }: PayState,
): Promise<PaymentReceipt | undefined> {
  if (terms.expiresAt !== undefined && gatewayClock(kit).now() >= terms.expiresAt)
    throw payError('PAYMENT_EXPIRED');
  if (paymentId === undefined) return undefined;
  const payment = await readPayment(kit, paymentId);
  if (payment.status === 'expired') throw payError('PAYMENT_EXPIRED');
  updatePay(kit, { received: BigInt(payment.received) });
  return receiptOf(payment);
}

/** Asks the wallet for the payment, and remembers what it sent. */
async function transfer(
  kit: Latchkit,
  { adapter, connectorId, address, network }: ActiveConnection,
  { terms, token, paymentId, solanaReference: reference }: PayState,
): Promise<SentTransaction> {
  const { kernel } = kit;
  const now = selectPay(kit.store.getState());
  if (!token || !now) throw createError('SEND_UNSUPPORTED_CHAIN');
  const { recipient: to } = terms;
  const amount = amountDue(now);
  const contract = token.address?.slice(token.address.lastIndexOf(':') + 1);
  const { decimals } = token.quantity;
  const asset = contract === undefined ? {} : { token: { address: contract, decimals } };
  const request = { connectorId, address, network, to, amount, ...asset, reference, signal: kernel.signal };
  const ask = () => wrapWalletError(kit, 'PAY', requestTransfer(adapter, request));
  const sent = await withTransactionStep(kit, 'pay', ask);
  writeSentPayment(kernel.storage, paymentKey({ paymentId, terms }), sent);
  if (adapter.waitForTransaction)
    trackTransaction(kit, {
      ...sent,
      sentAt: Date.now(),
      to,
      amount: formatUnits(amount, decimals),
      symbol: token.symbol,
      ...(contract === undefined ? {} : { token: `${network.caipNetworkId}:${contract}` as const }),
    });
  updatePay(kit, { step: 'confirming', hash: sent.hash });
  return sent;
}

async function requestTransfer(adapter: ChainAdapter, request: TransferRequest): Promise<SentTransaction> {
  if (adapter.transfer) return adapter.transfer(request);
  const { connectorId, address, network, to, amount } = request;
  const order = { connectorId, address, network, to, amount, memo: undefined, feeRate: undefined };
  const hash = await adapter.sendTransfer?.(order);
  if (hash === undefined) throw createError('SEND_UNSUPPORTED_CHAIN');
  return { hash, chainId: network.caipNetworkId, address };
}

/**
 * Waits until a payment that was sent counts as made. It needs no connection.
 *
 * @throws TRANSACTION_REVERTED; REQUEST_FAILED if something else took its place; DESTROYED.
 */
export async function confirmPayment(
  kit: Latchkit,
  pay: Pick<PayState, 'terms' | 'paymentId' | 'network'>,
  sent: SentTransaction,
): Promise<PaymentReceipt> {
  const { terms, paymentId, network } = pay;
  const adapter = kit.adapter(network.chainNamespace);
  if (!adapter) throw createError('CHAIN_ADAPTER_NOT_FOUND');
  if (!adapter.waitForTransaction && paymentId !== undefined) return untilMade(kit, paymentId, sent);
  const key = paymentKey({ paymentId, terms });
  const hash = landedHash(await untilSettled(kit, adapter, pay, sent));
  if (hash instanceof Error) {
    writeSentPayment(kit.kernel.storage, key, undefined);
    throw hash;
  }
  if (terms.finality === 'finalized') {
    const seen = await untilFinal(kit, adapter, pay, hash);
    if (seen) return seen;
  }
  const { reference, amount } = terms;
  return { reference, hash, chainId: network.caipNetworkId, from: sent.address, amount, paidAt: Date.now() };
}

async function untilSettled(
  { kernel }: Latchkit,
  adapter: ChainAdapter,
  { network, terms }: Pick<PayState, 'network' | 'terms'>,
  sent: SentTransaction,
): Promise<TransactionOutcome> {
  const finalized = terms.finality === 'finalized';
  if (!adapter.waitForTransaction) throw createError('SEND_UNSUPPORTED_CHAIN');
  for (;;) {
    try {
      return await adapter.waitForTransaction({ ...sent, network, finalized, signal: kernel.signal });
    } catch (error) {
      // It is sent: whatever keeps the page from seeing it may pass.
      if (kernel.signal.aborted) throw createError('DESTROYED');
      if (!isError(error, 'TRANSACTION_TIMEOUT')) await pause(kernel.signal);
    }
  }
}

/** The hash under which a transaction landed, or why it did not. */
function landedHash(outcome: TransactionOutcome): string | Error {
  if (outcome.status === 'confirmed') return outcome.hash;
  if (outcome.status === 'replaced' && outcome.samePayment) return outcome.replacement;
  if (outcome.status === 'reverted') return new TransactionRevertedError(outcome.hash, outcome.reason);
  const context = { hash: outcome.hash };
  return createError('REQUEST_FAILED', { details: `The payment was ${outcome.status}.`, context });
}

/** Waits until the gateway says that a payment is made. @throws REQUEST_FAILED if it is over. */
async function untilMade(
  kit: Latchkit,
  paymentId: string,
  { address }: SentTransaction,
): Promise<PaymentReceipt> {
  const { signal } = kit.kernel;
  while (!signal.aborted) {
    const payment = await readPayment(kit, paymentId).catch(() => undefined);
    const seen = payment && receiptOf(payment);
    if (seen) return { ...seen, from: seen.from || address };
    if (payment?.status === 'expired')
      throw createError('REQUEST_FAILED', { details: 'No block contained the payment in time.' });
    await pause(signal);
  }
  throw createError('DESTROYED');
}

/** Waits until the gateway or the chain says that the payment is final. */
async function untilFinal(
  kit: Latchkit,
  adapter: ChainAdapter,
  { paymentId, network }: Pick<PayState, 'paymentId' | 'network'>,
  hash: string,
): Promise<PaymentReceipt | undefined> {
  const { signal } = kit.kernel;
  while (!signal.aborted) {
    if (paymentId === undefined) {
      // Without receipts, the wait for the transaction includes its finality.
      if (!adapter.getReceipt) return undefined;
      const [receipt, final] = await Promise.all([
        adapter.getReceipt?.({ hash, network, signal }).catch(() => undefined),
        adapter.getBlockNumber?.({ network, signal, finalized: true }).catch(() => undefined),
      ]);
      if (receipt && final !== undefined && receipt.blockNumber <= final) return undefined;
    } else {
      const payment = await readPayment(kit, paymentId).catch(() => undefined);
      const seen = payment && receiptOf(payment);
      if (seen) return seen;
    }
    await pause(signal);
  }
  throw createError('DESTROYED');
}

/** Waits before the next look; ends early when the instance is destroyed. */
export function pause(signal: AbortSignal, time = LOOK_MS): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, time);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
