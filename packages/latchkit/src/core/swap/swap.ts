import { BaseError, isError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { withDeadline } from '../adapter/abortable.js';
import type { CallReceipt } from '../adapter/Calls.js';
import { amountChanged } from '../adapter/requireShown.js';
import type { EvmTransaction, TransactionOutcome } from '../adapter/Transaction.js';
import { factorOfToken, readTokenFactor, scaledBy, shownText } from '../balances/tokenScale.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { showToast } from '../modal/toast.js';
import { trackTransaction } from '../transactions/pendingTransactions.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import { failureOf, untilCallsEnd } from '../walletActions/callsEnd.js';
import { readCapabilities } from '../walletActions/capabilities.js';
import type { QuoteSwapOptions } from './quoteSwap.js';
import { readReceivedAmount } from './readReceivedAmount.js';
import { readSwapToken } from './readSwapToken.js';
import { signPermit } from './signPermit.js';
import { forgetApproval, readApprovals, rememberApproval, type SwapApproval } from './swapApprovals.js';
import { updateRun, updateSwap } from './swapDraft.js';
import { swapError } from './swapErrors.js';
import {
  buildApproval,
  buildSwapTransaction,
  type PermitForm,
  readAllowance,
  requireExactApproval,
  resetOf,
  runsCallsAsOne,
  type SwapPermit,
  type SwapTerms,
  spenderOf,
} from './swapGateway.js';
import {
  isSameAsset,
  type SwapAsset,
  type SwapQuote,
  type SwapToken,
  selectSwap,
  swapAsset,
} from './swapState.js';
import { showsSwap, untilContinued } from './untilContinued.js';
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
 * amount, together with the swap where it runs several calls as one (EIP-5792), else to sign a permit for it where the token has one
 * (EIP-2612), else to approve it before the swap. All is simulated before the wallet is asked for the first step, and each step
 * again before it. Resolves when the swap is on the chain; the progress is in `state.swap.run`.
 *
 * @throws SWAP_WOULD_FAIL with the chain's reason, SWAP_PRICE_CHANGED, SEND_AMOUNT_CHANGED, SWAP_ACCOUNT_CHANGED or
 * SWAP_DISCONNECTED: the swap was not sent; INVALID_TRANSACTION: the gateway built another approval or value than that of the swap.
 * SWAP_APPROVAL_FAILED; TRANSACTION_REVERTED with the chain's reason as message; REQUEST_REJECTED; SWAP_PENDING while
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
    const [from, to] = await Promise.all([currentToken(kit, options.from), currentToken(kit, options.to)]);
    return await report(kit, { connection, options, from, to });
  } finally {
    slot.set(kit, false);
  }
}

/** A token with the factor that its contract has now. */
async function currentToken(kit: Latchkit, asset: SwapAsset): Promise<SwapToken> {
  const [token, factor] = await Promise.all([readSwapToken(kit, asset), readTokenFactor(kit, asset)]);
  return scaledBy(token, factor);
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
    stages: ['swap'],
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
    const got = shownText(received ?? amountOut, to);
    if (!showsSwap(kit)) {
      const slots = { amount: `${got} ${to.symbol}` };
      showToast(kit, { tone: 'success', text: 'toast.swapped', slots, page: true });
    }
    return result;
  } catch (cause) {
    const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    updateRun(kit, { status: 'failed', error });
    kit.kernel.emit({ event: 'SWAP_ERROR', ...said, code: error.code });
    if (!showsSwap(kit) && !kit.kernel.signal.aborted) {
      const amount = `${shownText(options.amount, from)} ${from.symbol}`;
      const slots = { amount, reason: error.message };
      showToast(kit, { tone: 'danger', text: 'toast.swapFailed', slots, page: true });
    }
    throw error;
  }
}

/** The approval if one is missing, and the swap. */
async function perform(kit: Latchkit, swapping: Swapping): Promise<SwapResult> {
  const { connection, options, from } = swapping;
  const terms: SwapTerms = { ...options, address: connection.address };
  const allowance = from.address ? await readAllowance(kit, options.from, connection.address) : undefined;
  if (allowance === undefined || allowance >= options.amount) return exchange(kit, swapping, terms);
  await requireShownAmounts(kit, swapping);
  const { approval, permit } = await buildApproval(kit, terms);
  const needsReset = allowance > 0n && (await refusesChange(kit, swapping, approval));
  const approvals = needsReset ? [resetOf(approval), approval] : [approval];
  const { transaction } = await buildSwapTransaction(kit, terms, options.quote);
  requireExactApproval(approval, terms, transaction.to);
  await requireSuccess(kit, swapping, transaction, approvals);
  const asOne = await swapAsOne(kit, swapping, approvals, transaction);
  if (asOne) return asOne;
  const place = placeOf(swapping, approval);
  // A page that was closed before may have sent the approval.
  const isPending = pendingApproval(kit, swapping, place) !== undefined;
  const signed = permit && !isPending ? await permitSwap(kit, swapping, place, permit) : undefined;
  if (signed) return exchange(kit, swapping, terms, signed);
  let approvalHash = '';
  const stages = needsReset ? (['reset', 'approval', 'swap'] as const) : (['approval', 'swap'] as const);
  updateRun(kit, { stages, steps: stages.length });
  for (const [index, one] of approvals.entries()) {
    if (index > 0) await nextStep(kit, swapping, index + 1);
    approvalHash = await approve(kit, swapping, one);
  }
  await nextStep(kit, swapping, stages.length);
  return { ...(await exchange(kit, swapping, terms)), approvalHash };
}

async function nextStep(kit: Latchkit, { connection }: Swapping, step: number): Promise<void> {
  updateRun(kit, { step, status: 'asking' });
  await untilContinued(kit, connection);
  updateRun(kit, { status: 'asking' });
}

/** Whether the token refuses to change an approval, but not to remove it. */
async function refusesChange(
  { kernel: { signal } }: Latchkit,
  { connection: { adapter, address, network } }: Swapping,
  approval: EvmTransaction,
): Promise<boolean> {
  const refuses = async (transaction: EvmTransaction) =>
    (await adapter.simulate?.({ address, transaction, network, signal }))?.status === 'refused';
  return (await refuses(approval)) && !(await refuses(resetOf(approval)));
}

/** What an approval is about. */
type ApprovalPlace = Pick<SwapApproval, 'chainId' | 'address' | 'token' | 'spender'>;

function placeOf({ from, connection }: Swapping, approval: EvmTransaction): ApprovalPlace {
  const { address, network } = connection;
  const spender = spenderOf(approval);
  if (!from.address || !spender) throw createError('INVALID_TRANSACTION');
  return { chainId: network.caipNetworkId, address, token: from.address, spender };
}

/** Asks the wallet to sign a permit for the amount; undefined if the token must be approved by a transaction. */
async function permitSwap(
  kit: Latchkit,
  swapping: Swapping,
  { spender }: ApprovalPlace,
  form: PermitForm,
): Promise<SwapPermit | undefined> {
  const { connection, options, from } = swapping;
  requireSame(kit, swapping);
  updateRun(kit, { stages: ['permit', 'swap'], steps: 2 });
  const token = from.address?.split(':')[2] ?? '';
  const permit = await signPermit(kit, connection, { form, token, spender, amount: options.amount });
  if (permit) await nextStep(kit, swapping, 2);
  return permit;
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

/** Refuses to continue once the tokens show other amounts than those that the visitor has seen. @throws SEND_AMOUNT_CHANGED */
async function requireShownAmounts(
  kit: Latchkit,
  { connection, options, from, to }: Swapping,
): Promise<void> {
  const seen = options.quote?.factors ?? { from: factorOfToken(from), to: factorOfToken(to) };
  const [fromFactor, toFactor] = await Promise.all([
    readTokenFactor(kit, options.from, connection),
    readTokenFactor(kit, options.to, connection),
  ]);
  if (fromFactor === seen.from && toFactor === seen.to) return;
  const form = selectSwap(kit.store.getState());
  // The visitor sees the form again, as its amounts are shown by now.
  const now = (token: SwapToken | undefined) => {
    const isFrom = token && isSameAsset(swapAsset(token), options.from);
    const isTo = token && isSameAsset(swapAsset(token), options.to);
    return isFrom || isTo ? scaledBy(token, isFrom ? fromFactor : toFactor) : token;
  };
  updateSwap(kit, {
    from: now(form.from),
    to: now(form.to),
    tokens: form.tokens.map(one => now(one) ?? one),
  });
  throw amountChanged({ from: fromFactor, to: toFactor });
}

/**
 * @param after - Approvals that run before the transaction.
 * @throws SWAP_WOULD_FAIL with the chain's reason.
 */
async function requireSuccess(
  kit: Latchkit,
  swapping: Swapping,
  transaction: EvmTransaction,
  after: readonly EvmTransaction[] = [],
): Promise<void> {
  const { adapter, address, network } = swapping.connection;
  const { signal } = kit.kernel;
  const found = await adapter.simulate?.({ address, transaction, after, network, signal });
  if (found?.status === 'refused') throw swapError('SWAP_WOULD_FAIL', {}, found.reason);
  const [first] = after;
  // The first approval depends on nothing before it.
  if (found?.status === 'unknown' && first) await requireSuccess(kit, swapping, first);
}

/**
 * Asks the wallet to send a transaction of the swap; returns its hash.
 *
 * @param onSent - Remembers it, also if the wallet sends it after the visitor has disconnected.
 */
async function ask(
  kit: Latchkit,
  swapping: Swapping,
  transaction: EvmTransaction,
  onSent: (hash: string) => void,
): Promise<string> {
  await requireSuccess(kit, swapping, transaction);
  const { adapter, connectorId, address, network } = swapping.connection;
  if (!adapter.sendTransaction) throw swapError('SWAP_UNSUPPORTED_CHAIN');
  requireSame(kit, swapping);
  const send = adapter.sendTransaction.bind(adapter);
  const sending = async () => {
    const hash = await send({ connectorId, address, transaction, network });
    onSent(hash);
    return hash;
  };
  return withTransactionStep(kit, 'swap', () => whileConnected(kit, 'SWAP', swapping.connection, sending()));
}

/** Sends an approval, and waits until it is on the chain; returns its hash. */
async function approve(kit: Latchkit, swapping: Swapping, approval: EvmTransaction): Promise<string> {
  const { from, options } = swapping;
  const place = placeOf(swapping, approval);
  const isReset = approval.data === resetOf(approval).data;
  const amount = isReset ? '0' : shownText(options.amount, from);
  // If a page that was closed before has sent it, don't ask for it twice.
  let hash = isReset ? undefined : pendingApproval(kit, swapping, place);
  if (!hash) {
    const { chainId, address, token, spender } = place;
    hash = await ask(kit, swapping, approval, hash => {
      if (!isReset) rememberApproval(kit, { ...place, symbol: from.symbol, amount, hash });
      const sent = { hash, chainId, address, sentAt: Date.now(), to: spender };
      trackTransaction(kit, { ...sent, kind: 'approval', amount, symbol: from.symbol, token });
    });
  }
  updateRun(kit, { status: 'confirming', ...(isReset ? {} : { approvalHash: hash }) });
  const outcome = await untilSettledHere(kit, hash);
  const hasLanded = landedHash(outcome) !== undefined;
  if (isReset === hasLanded) forgetApproval(kit, place);
  if (hasLanded) return hash;
  const reason = outcome.status === 'reverted' ? outcome.reason : undefined;
  throw swapError('SWAP_APPROVAL_FAILED', {}, reason);
}

/** The hash of the same approval if it was sent and is not mined yet. */
function pendingApproval(
  { kernel, store }: Latchkit,
  { from, options }: Swapping,
  place: ApprovalPlace,
): string | undefined {
  const { pendingTransactions } = store.getState();
  const wanted = { ...place, amount: shownText(options.amount, from) };
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

/** Sends the swap and reads the received amount. */
async function exchange(
  kit: Latchkit,
  swapping: Swapping,
  terms: SwapTerms,
  permit?: SwapPermit,
): Promise<SwapResult> {
  const { connection, options, from, to } = swapping;
  const { network, address, adapter } = connection;
  await requireShownAmounts(kit, swapping);
  const { transaction, quote } = await buildSwapTransaction(kit, terms, options.quote, permit);
  if (!options.quote) updateRun(kit, { amountOut: quote.amountOut });
  const chainId = network.caipNetworkId;
  const hash = await ask(kit, swapping, transaction, hash =>
    trackTransaction(kit, {
      ...{ hash, chainId, address, sentAt: Date.now(), to: transaction.to },
      kind: 'swap',
      amount: shownText(options.amount, from),
      symbol: from.symbol,
      ...(from.address ? { token: from.address } : {}),
      received: { amount: shownText(quote.amountOut, to), symbol: to.symbol },
    }),
  );
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

/** The amounts of a mined swap; also updates its entry in the activity. */
function finish(kit: Latchkit, swapping: Swapping, { hash, router, receipt, fee }: Landed): SwapResult {
  const { connection, options, to } = swapping;
  const received = receipt && readReceivedAmount(receipt, to, connection.address, router);
  if (received !== undefined) {
    const real = { amount: shownText(received, to), symbol: to.symbol };
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
  approvals: readonly EvmTransaction[],
  transaction: EvmTransaction,
): Promise<SwapResult | undefined> {
  const { adapter, connectorId, address, network } = swapping.connection;
  if (!adapter.sendCalls) return undefined;
  const asked = readCapabilities(adapter, { connectorId, address }).catch(() => ({}));
  const capabilities = await withDeadline(asked, PATIENCE_MS, {});
  if (!runsCallsAsOne(capabilities, Number(network.id))) return undefined;
  requireSame(kit, swapping);
  const calls = [...approvals, transaction];
  const batch = { connectorId, address, network, calls, atomicRequired: true };
  const sendCalls = adapter.sendCalls.bind(adapter);
  const asking = withTransactionStep(kit, 'swap', () =>
    whileConnected(kit, 'SWAP', swapping.connection, sendCalls(batch)),
  );
  const sent = await asking.catch(error => {
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
