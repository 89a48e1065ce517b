import { useCallback } from 'react';
import {
  type BaseError,
  type ChainNamespace,
  formatBalance,
  getNetwork,
  type LatchkitState,
  refreshBalance,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The native balance of the connected account. */
export interface BalanceInfo {
  /** Exact decimal string in whole units, such as ETH; undefined until it is known. */
  readonly balance: string | undefined;
  readonly symbol: string | undefined;
  /** With 3 decimals; '0.00' until it is known, and if it cannot be read. */
  readonly formatted: string;
  /** Why the last read failed (`BALANCE_UNAVAILABLE`): show this, not the balance, which is then '0.00'. */
  readonly error: BaseError | undefined;
}

/** What {@link useBalance} returns. */
export interface UseBalanceReturnType extends BalanceInfo {
  /** Reads the balance from the chain again. A failure is in `error`. */
  readonly refresh: () => Promise<void>;
}

/**
 * The native balance of a namespace's account, and a function that reads it from the chain again.
 *
 * @param namespace default: the active namespace.
 * @example
 * const { formatted, symbol, refresh } = useBalance();
 */
export function useBalance(namespace?: ChainNamespace): UseBalanceReturnType {
  const kit = useLatchkit();
  const info = useLatchkitState(
    useCallback((state: LatchkitState) => balanceOf(state, namespace), [namespace]),
  );
  const refresh = useCallback(
    () => refreshBalance(kit, namespace ? { namespace, force: true } : { force: true }),
    [kit, namespace],
  );
  return { ...info, refresh };
}

function balanceOf(state: LatchkitState, namespace = state.activeNamespace): BalanceInfo {
  const chain = namespace && state.chains[namespace];
  return {
    balance: chain?.balance,
    symbol: chain?.balanceSymbol ?? getNetwork(state, namespace)?.nativeCurrency.symbol,
    formatted: formatBalance(chain?.balance),
    error: chain?.balanceError,
  };
}
