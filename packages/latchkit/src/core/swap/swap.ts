import { BaseError, isError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { withDeadline } from '../adapter/abortable.js';
import type { CallReceipt } from '../adapter/Calls.js';
import type { EvmTransaction, TransactionOutcome } from '../adapter/Transaction.js';
import { type ActiveConnection, activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { showToast } from '../modal/toast.js';
import { trackTransaction } from '../transactions/pendingTransactions.js';
import { failureOf, untilCallsEnd } from '../walletActions/callsEnd.js';
import { readCapabilities } from '../walletActions/capabilities.js';
import type { QuoteSwapOptions } from './quoteSwap.js';
import { readReceivedAmount } from './readReceivedAmount.js';
import { readSwapToken } from './readSwapToken.js';
import { forgetApproval, readApprovals, rememberApproval } from './swapApprovals.js';
import { updateSwap } from './swapDraft.js';
import { swapError } from './swapErrors.js';
import {
  buildApproval,
  buildSwapTransaction,
  readAllowance,
  runsCallsAsOne,
  type SwapTerms,
  spenderOf,
} from './swapGateway.js';
import { type SwapQuote, type SwapRun, type SwapToken, selectSwap } from './swapState.js';
import { untilSettledHere } from './untilSettledHere.js';

/** The swap to make. */
export interface SwapOptions extends QuoteSwapOptions {
  /** The quote that the visitor has seen: the swap pays at least its `minimumOut`. Default: a fresh one. */
  readonly quote?: SwapQuote;
}

/** A swap that is on the chain. Amounts are in the smallest units of their token. */
export interface SwapResult {
  readonly chainId: ChainId;
  readonly hash: string;
  /** Hash of the approval before it, if one was sent on its own. */
  readonly approvalHash?: string;
  readonly amountIn: bigint;
  /** Read from the receipt; undefined if its logs do not tell. */
  readonly received?: bigint;
  /** What the network charged for the swap, in the native currency; undefined if the receipt could not be read. */
  readonly fee?: bigint;
}

/** Whether a swap is in progress, which only the page that started it knows. */
const slot = /* @__PURE__ */ instanceSlot<boolean>('swapping');

/**
 * Swaps tokens of the connected EVM account. If the token must be approved first, the wallet is asked to approve exactly the
 * amount, together with the swap where it runs several calls as one (EIP-5792), else before it. The swap is simulated before the
 * wallet is asked for it. Resolves when the swap is on the chain; the progress is in `state.swap.run`.
 *
 * @throws SWAP_WOULD_FAIL with the chain's reason, SWAP_PRICE_CHANGED, SWAP_ACCOUNT_CHANGED or SWAP_DISCONNECTED: the swap was not
 * sent. SWAP_APPROVAL_FAILED; TRANSACTION_REVERTED with the chain's reason as message; REQUEST_REJECTED; SWAP_PENDING while
 * another swap is in progress; SWAP_INCOMPLETE; TOKEN_NOT_FOUND; and the errors of {@link quoteSwap}.
 *
 * @example
 * const terms = {
 *   from: 'eip155:1',
 *   to: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   amount: 10n ** 17n,
 * } as const;
 * const quote = await quoteSwap(kit, terms);
 * const { received } = await swap(kit, { ...terms, quote });
 */
export async function swap(kit: Latchkit, options: SwapOptions): Promise<SwapResult> {
  if (options.from === options.to || options.amount <= 0n) throw swapError('SWAP_INCOMPLETE');
  if (slot.get(kit)) throw swapError('SWAP_PENDING');
  slot.set(kit, true);
  try {
    const connection = activeConnection(kit, 'eip155');
    const [from, to] = await Promise.all([readSwapToken(kit, options.from), readSwapToken(kit, options.to)]);
    return await report(kit, { connection, options, from, to });
  } finally {
    slot.set(kit, false);
  }
}

interface Swapping {
  /** The account when the swap started: no step is sent from another one. */
  readonly connection: ActiveConnection;
  readonly options: SwapOptions;
  readonly from: SwapToken;
  readonly to: SwapToken;
}

/** Runs a swap, and says how it ends: in the state, by an event, and if no view shows it by a toast. */
async function report(kit: Latchkit, swapping: Swapping): Promise<SwapResult> {
  const { connection, options, from, to } = swapping;
  const said = { chainId: connection.network.caipNetworkId, from: from.symbol, to: to.symbol };
  kit.kernel.emit({ event: 'SWAP_INITIATED', ...said });
  const amountOut = options.quote?.amountOut ?? 0n;
  const start = {
    from,
    to,
    amountIn: options.amount,
    amountOut,
    steps: 1,
    step: 1,
    status: 'asking',
  } as const;
  updateSwap(kit, { run: start });
  try {
    const result = await perform(kit, swapping);
    const { received, fee, hash } = result;
    const read = { ...(received === undefined ? {} : { received }), ...(fee === undefined ? {} : { fee }) };
    updateRun(kit, { status: 'done', hash, ...read });
    kit.kernel.emit({ event: 'SWAP_SUCCESS', ...said, hash });
    const got = formatUnits(received ?? amountOut, to.quantity.decimals);
    if (!isShown(kit)) {
      const slots = { amount: `${got} ${to.symbol}` };
      showToast(kit, { tone: 'success', text: 'toast.swapped', slots, page: true });
    }
    return result;
  } catch (cause) {
    const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    updateRun(kit, { status: 'failed', error });
    kit.kernel.emit({ event: 'SWAP_ERROR', ...said, code: error.code });
    if (!isShown(kit) && !kit.kernel.signal.aborted) {
      const amount = `${formatUnits(options.amount, from.quantity.decimals)} ${from.symbol}`;
      const slots = { amount, reason: error.message };
      showToast(kit, { tone: 'danger', text: 'toast.swapFailed', slots, page: true });
    }
    throw error;
  }
}

/** Whether the modal shows the swap's progress. */
function isShown({ store }: Latchkit): boolean {
  const { modal } = store.getState();
  return modal.open && currentView(modal).name === 'SwapReview';
}

function updateRun(kit: Latchkit, change: Partial<SwapRun>): void {
  const { run } = selectSwap(kit.store.getState());
  if (run) updateSwap(kit, { run: { ...run, ...change } });
}

/** The approval if one is missing, and the swap. */
async function perform(kit: Latchkit, swapping: Swapping): Promise<SwapResult> {
  const { connection, options, from } = swapping;
  const terms: SwapTerms = { ...options, address: connection.address };
  const allowance = from.address ? await readAllowance(kit, options.from, connection.address) : undefined;
  if (allowance === undefined || allowance >= options.amount) return exchange(kit, swapping, terms);
  const approval = await buildApproval(kit, terms);
  const asOne = await swapAsOne(kit, swapping, terms, approval);
  if (asOne) return asOne;
  updateRun(kit, { steps: 2 });
  const approvalHash = await approve(kit, swapping, approval);
  updateRun(kit, { step: 2, status: 'asking' });
  return { ...(await exchange(kit, swapping, terms)), approvalHash };
}

/** Refuses to continue on another account, network or wallet than the one that started. */
function requireSame(kit: Latchkit, { connection }: Swapping): void {
  const { namespaces } = kit.store.getState();
  if (namespaces.eip155?.connection.status !== 'connected') throw swapError('SWAP_DISCONNECTED');
  const { connectorId, address, network } = activeConnection(kit, 'eip155');
  const isSame =
    connectorId === connection.connectorId &&
    address === connection.address &&
    network.caipNetworkId === connection.network.caipNetworkId;
  if (!isSame) throw swapError('SWAP_ACCOUNT_CHANGED');
}

/** @throws SWAP_WOULD_FAIL with the chain's reason. */
async function requireSuccess(
  { kernel }: Latchkit,
  { connection: { adapter, address, network } }: Swapping,
  transaction: EvmTransaction,
): Promise<void> {
  const found = await adapter.simulate?.({ address, transaction, network, signal: kernel.signal });
  if (found?.status === 'refused') throw swapError('SWAP_WOULD_FAIL', {}, found.reason);
}

/** Asks the wallet to send a transaction of the swap; returns its hash. */
async function ask(kit: Latchkit, swapping: Swapping, transaction: EvmTransaction): Promise<string> {
  await requireSuccess(kit, swapping, transaction);
  requireSame(kit, swapping);
  const { adapter, connectorId, address, network } = swapping.connection;
  if (!adapter.sendTransaction) throw swapError('SWAP_UNSUPPORTED_CHAIN');
  const sent = adapter.sendTransaction({ connectorId, address, transaction, network });
  return wrapWalletError(kit, 'SWAP', sent);
}

/** Lets the contract of the swaps take exactly the amount; returns the hash. */
async function approve(kit: Latchkit, swapping: Swapping, approval: EvmTransaction): Promise<string> {
  const { from, connection, options } = swapping;
  const { address, network } = connection;
  const { address: token, symbol, quantity } = from;
  const spender = spenderOf(approval);
  if (!token || !spender) throw createError('INVALID_TRANSACTION');
  const chainId = network.caipNetworkId;
  const place = { chainId, address, token, spender };
  const amount = formatUnits(options.amount, quantity.decimals);
  // A page that was lost meanwhile has sent it: it is not asked for twice.
  let hash = pendingApproval(kit, { ...place, amount });
  if (!hash) {
    hash = await ask(kit, swapping, approval);
    rememberApproval(kit, { ...place, symbol, amount, hash });
    const sent = { hash, chainId, address, sentAt: Date.now(), to: spender };
    trackTransaction(kit, { ...sent, kind: 'approval', amount, symbol, token });
  }
  updateRun(kit, { status: 'confirming', approvalHash: hash });
  const outcome = await untilSettledHere(kit, hash);
  if (landedHash(outcome)) return hash;
  forgetApproval(kit, place);
  const reason = outcome.status === 'reverted' ? outcome.reason : undefined;
  throw swapError('SWAP_APPROVAL_FAILED', {}, reason);
}

/** The hash of the same approval if it was sent and is not mined yet. */
function pendingApproval(
  { kernel, store }: Latchkit,
  wanted: { chainId: ChainId; address: string; token: string; spender: string; amount: string },
): string | undefined {
  const { pendingTransactions } = store.getState();
  const isIt = (one: Record<keyof typeof wanted, string>) =>
    (Object.keys(wanted) as (keyof typeof wanted)[]).every(
      key => one[key].toLowerCase() === wanted[key].toLowerCase(),
    );
  const found = readApprovals(kernel.storage).find(isIt);
  return pendingTransactions.some(({ hash }) => hash === found?.hash) ? found?.hash : undefined;
}

/** The hash under which a transaction landed; undefined if it did not. */
function landedHash(outcome: TransactionOutcome): string | undefined {
  if (outcome.status === 'confirmed') return outcome.hash;
  return outcome.status === 'replaced' && outcome.samePayment ? outcome.replacement : undefined;
}

/** Sends the swap, and reads what it brought. */
async function exchange(kit: Latchkit, swapping: Swapping, terms: SwapTerms): Promise<SwapResult> {
  const { connection, options, from, to } = swapping;
  const { network, address, adapter } = connection;
  const { transaction, quote } = await buildSwapTransaction(kit, terms, options.quote?.minimumOut);
  if (!options.quote) updateRun(kit, { amountOut: quote.amountOut });
  const hash = await ask(kit, swapping, transaction);
  const chainId = network.caipNetworkId;
  const sent = { hash, chainId, address, sentAt: Date.now(), to: transaction.to };
  trackTransaction(kit, {
    ...sent,
    kind: 'swap',
    amount: formatUnits(options.amount, from.quantity.decimals),
    symbol: from.symbol,
    ...(from.address ? { token: from.address } : {}),
    received: { amount: formatUnits(quote.amountOut, to.quantity.decimals), symbol: to.symbol },
  });
  updateRun(kit, { status: 'confirming', hash });
  const outcome = await untilSettledHere(kit, hash);
  const landed = landedHash(outcome);
  const { signal } = kit.kernel;
  const asked = adapter.getReceipt?.({ hash: landed ?? hash, network, signal });
  const receipt = await asked?.catch(() => undefined);
  if (!landed) {
    if (receipt) updateRun(kit, { fee: receipt.fee });
    throw notLanded(outcome);
  }
  forgetUsed(kit, swapping, transaction);
  return finish(kit, swapping, { hash: landed, router: transaction.to, receipt, fee: receipt?.fee });
}

function notLanded(outcome: TransactionOutcome): BaseError {
  const context = { hash: outcome.hash };
  if (outcome.status === 'reverted')
    return new BaseError('TRANSACTION_REVERTED', outcome.reason, { context });
  return createError('REQUEST_FAILED', { details: `The swap was ${outcome.status}.`, context });
}

/** The swap has taken what was approved. */
function forgetUsed(kit: Latchkit, { connection, from }: Swapping, { to }: EvmTransaction): void {
  const { address, network } = connection;
  const place = { chainId: network.caipNetworkId, address, spender: to };
  if (from.address) forgetApproval(kit, { ...place, token: from.address });
}

interface Landed {
  readonly hash: string;
  /** The contract that was called. */
  readonly router: string;
  readonly receipt: Pick<CallReceipt, 'logs'> | undefined;
  readonly fee?: bigint | undefined;
}

/** The amounts of a swap that is on the chain; its entry in the activity gets them too. */
function finish(kit: Latchkit, swapping: Swapping, { hash, router, receipt, fee }: Landed): SwapResult {
  const { connection, options, to } = swapping;
  const received = receipt && readReceivedAmount(receipt, to, connection.address, router);
  if (received !== undefined) {
    const real = { amount: formatUnits(received, to.quantity.decimals), symbol: to.symbol };
    kit.kernel.set(({ settledTransactions }) => ({
      settledTransactions: settledTransactions.map(one =>
        one.kind === 'swap' && one.hash === hash ? { ...one, received: real } : one,
      ),
    }));
  }
  return {
    chainId: connection.network.caipNetworkId,
    hash,
    amountIn: options.amount,
    ...(received === undefined ? {} : { received }),
    ...(fee === undefined ? {} : { fee }),
  };
}

/** How long a wallet may take to report its capabilities, in ms. */
const PATIENCE_MS = 5_000;
/** How long a batch may take until it is on the chain, in ms: the deadline of the swap. */
const BATCH_MS = 20 * 60_000;

/** Approves and swaps as one; undefined if the wallet does not run several calls as one. */
async function swapAsOne(
  kit: Latchkit,
  swapping: Swapping,
  terms: SwapTerms,
  approval: EvmTransaction,
): Promise<SwapResult | undefined> {
  const { adapter, connectorId, address, network } = swapping.connection;
  if (!adapter.sendCalls) return undefined;
  const asked = readCapabilities(adapter, { connectorId, address }).catch(() => ({}));
  const capabilities = await withDeadline(asked, PATIENCE_MS, {});
  if (!runsCallsAsOne(capabilities, Number(network.id))) return undefined;
  const { transaction } = await buildSwapTransaction(kit, terms, swapping.options.quote?.minimumOut);
  await requireSuccess(kit, swapping, approval);
  requireSame(kit, swapping);
  const batch = { connectorId, address, network, calls: [approval, transaction], atomicRequired: true };
  const sent = await wrapWalletError(kit, 'SWAP', adapter.sendCalls(batch)).catch(error => {
    if (isError(error, 'CALLS_NOT_SUPPORTED') || isError(error, 'CALLS_NOT_ATOMIC')) return undefined;
    throw error;
  });
  if (!sent) return undefined;
  updateRun(kit, { status: 'confirming' });
  const ended = await untilCallsEnd(kit, { id: sent.id, namespace: 'eip155', timeout: BATCH_MS });
  const { id, status, statusCode, receipts } = ended;
  if (status === 'failure')
    throw new BaseError('CALLS_FAILED', failureOf(ended), { context: { id, statusCode } });
  const logs = receipts.flatMap(receipt => receipt.logs);
  return finish(kit, swapping, {
    hash: receipts.at(-1)?.transactionHash ?? sent.id,
    router: transaction.to,
    receipt: { logs },
  });
}
