import { formatUnits } from '../../protocol/formatUnits.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import { shownQuantity } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState, NamespaceState } from '../LatchkitState.js';
import { refreshBalance } from './refreshBalance.js';
import { refreshTokens } from './refreshTokens.js';

/** Milliseconds between two reads at first, and at most while nothing happens. */
const FIRST_MS = 12_000;
const LONGEST_MS = 60_000;

/** What arrived at an account: an exact amount in whole units, and its symbol. */
export interface Arrival {
  readonly amount: string;
  readonly symbol: string;
}

export interface FollowBalancesOptions {
  /** Called for more of the native currency or a token than before, unless a transaction of the page may have brought it. */
  readonly onArrival?: (arrival: Arrival) => void;
}

/**
 * Keeps the balances of the active account current while the page is visible: reads them now, when the visitor returns, and every
 * 12 s, up to 60 s while nothing changes.
 *
 * @returns a function that stops this.
 */
export function followBalances(kit: Latchkit, { onArrival }: FollowBalancesOptions = {}): () => void {
  const { signal } = kit.kernel;
  const over = new AbortController();
  let wait = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = holdingsOf(kit.store.getState());
  // Browsers report a return with two events.
  let isReading = false;
  const read = async () => {
    clearTimeout(timer);
    if (isReading || over.signal.aborted || document.visibilityState === 'hidden') return;
    const seen = before;
    isReading = true;
    await Promise.all([refreshBalance(kit, { force: true }), refreshTokens(kit)]);
    isReading = false;
    if (over.signal.aborted) return;
    const hasChanged = before !== seen;
    wait = hasChanged ? FIRST_MS : Math.min(LONGEST_MS, (wait * 3) / 2);
    clearTimeout(timer);
    timer = setTimeout(() => void read(), wait);
  };
  const unsubscribe = kit.store.subscribe(state => {
    const now = holdingsOf(state);
    if (isSame(before, now)) return;
    const arrival = before && now ? arrivalIn(before, now) : undefined;
    const isFirst = before?.account !== now?.account || before?.native === undefined;
    before = now;
    if (isFirst) return;
    // A token that came with the payment is in the list at once.
    if (arrival) void refreshTokens(kit, { force: true });
    if (arrival && !arrival.isOwn) onArrival?.({ amount: arrival.amount, symbol: arrival.symbol });
  });
  const back = () => {
    wait = FIRST_MS;
    void read();
  };
  document.addEventListener('visibilitychange', back, { signal: over.signal });
  window.addEventListener('focus', back, { signal: over.signal });
  const stop = () => {
    over.abort();
    clearTimeout(timer);
    unsubscribe();
    signal.removeEventListener('abort', stop);
  };
  signal.addEventListener('abort', stop, { once: true });
  void read();
  return stop;
}

/** What an account holds, as far as it is read. */
interface Holdings {
  readonly account: string | undefined;
  readonly native: bigint | undefined;
  readonly symbol: string;
  readonly decimals: number;
  readonly tokens: NamespaceState['tokenBalance'];
  /** Transactions of this page: each may change the balances. */
  readonly pending: number;
  readonly settled: number;
}

function holdingsOf(state: LatchkitState): Holdings | undefined {
  const chain = state.namespaces[state.activeNamespace];
  if (chain?.connection.status !== 'connected') return undefined;
  const { decimals, symbol } = chain.network.nativeCurrency;
  const isRead = chain.balance !== undefined && chain.balanceError === undefined;
  return {
    account: chain.account.caipAddress,
    native: isRead ? toBaseUnits(chain.balance, decimals) : undefined,
    symbol: chain.balanceSymbol ?? symbol,
    decimals,
    tokens: chain.tokenBalance,
    pending: state.pendingTransactions.length,
    settled: state.settledTransactions.length,
  };
}

function isSame(one: Holdings | undefined, other: Holdings | undefined): boolean {
  if (!one || !other) return one === other;
  return one.account === other.account && one.native === other.native && sameTokens(one.tokens, other.tokens);
}

function sameTokens(one: Holdings['tokens'], other: Holdings['tokens']): boolean {
  if (one === other) return true;
  const list = (tokens: Holdings['tokens']) =>
    tokens?.map(({ address, quantity, shown }) => `${address} ${quantity.numeric} ${shown?.factor}`).join();
  return list(one) === list(other);
}

/** What an account has more of than before. `isOwn`: a transaction of this page may have brought it. */
function arrivalIn(before: Holdings, now: Holdings): (Arrival & { readonly isOwn: boolean }) | undefined {
  if (before.account !== now.account) return undefined;
  const isOwn = before.pending > 0 || now.pending > 0 || before.settled !== now.settled;
  if (before.native !== undefined && now.native !== undefined && now.native > before.native) {
    const amount = formatUnits(now.native - before.native, now.decimals);
    return { amount, symbol: now.symbol, isOwn };
  }
  if (!before.tokens) return undefined;
  for (const token of now.tokens ?? []) {
    const { address, symbol, quantity, shown } = token;
    const known = before.tokens.find(one => one.address === address);
    // Another factor brings nothing.
    if (!address || (known && known.shown?.factor !== shown?.factor)) continue;
    const was = known ? toBaseUnits(shownQuantity(known), quantity.decimals) : 0n;
    const is = toBaseUnits(shownQuantity(token), quantity.decimals);
    if (was !== undefined && is !== undefined && is > was)
      return { amount: formatUnits(is - was, quantity.decimals), symbol, isOwn };
  }
  return undefined;
}
