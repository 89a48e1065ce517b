import { shownText } from '../balances/tokenScale.js';
import type { Latchkit } from '../Latchkit.js';
import { type SwapRun, type SwapState, type SwapToken, selectSwap, swapAsset } from './swapState.js';

/** Changes the state of swaps. */
export function updateSwap(kit: Latchkit, change: Partial<SwapState>): void {
  kit.kernel.set(state => ({ swap: { ...selectSwap(state), ...change } }));
}

/** Changes the progress of the swap. */
export function updateRun(kit: Latchkit, change: Partial<SwapRun>): void {
  const { run } = selectSwap(kit.store.getState());
  if (run) updateSwap(kit, { run: { ...run, ...change } });
}

/** A change of the form: the quote belongs to the form before, so it may only be shown as outdated. */
function changeForm(kit: Latchkit, change: Partial<SwapState>): void {
  const { quote } = { ...selectSwap(kit.store.getState()), ...change };
  updateSwap(kit, { ...change, quoteStatus: quote ? 'stale' : 'none', quoteError: undefined });
}

/**
 * Selects the token to pay with or to receive. Selecting the token of the other side exchanges the two. What another token to pay with
 * replaces is what is received, until the visitor chooses that too: the native currency, with which the form begins.
 */
export function setSwapToken(kit: Latchkit, side: 'from' | 'to', token: SwapToken): void {
  const { from, to } = selectSwap(kit.store.getState());
  const other = side === 'from' ? to : from;
  const isSame = (one: SwapToken | undefined) => one && swapAsset(one) === swapAsset(token);
  if (isSame(other)) flipSwap(kit);
  else if (side === 'to') changeForm(kit, { to: token, quote: undefined });
  else changeForm(kit, { from: token, to: to ?? (isSame(from) ? undefined : from), quote: undefined });
}

/** Sets what the visitor pays, in whole tokens as they are shown, as they typed it: any locale's digits and decimal separator. */
export function setSwapAmount(kit: Latchkit, amount: string): void {
  changeForm(kit, { amount });
}

/** Exchanges the two tokens. What was to be received is what is paid now. */
export function flipSwap(kit: Latchkit): void {
  const { from, to, quote, quoteStatus } = selectSwap(kit.store.getState());
  const isCurrent = quote && to && quoteStatus === 'ready';
  const amount = isCurrent ? { amount: shownText(quote.amountOut, to) } : {};
  changeForm(kit, { from: to, to: from, quote: undefined, ...amount });
}

/** Sets how much less than quoted the account accepts, in percent, from 0.05 to 50; undefined: the default of 1. */
export function setSwapSlippage(kit: Latchkit, slippage: number | undefined): void {
  changeForm(kit, { slippage });
}

/** Clears the form, but keeps the tokens. A swap in progress continues. */
export function resetSwap(kit: Latchkit): void {
  changeForm(kit, { from: undefined, to: undefined, amount: '', slippage: undefined, quote: undefined });
}
