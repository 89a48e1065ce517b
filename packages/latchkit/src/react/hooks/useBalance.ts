import { useCallback, useEffect, useMemo } from 'react';
import {
  type BaseError,
  type ChainNamespace,
  type Latchkit,
  type LatchkitState,
  refreshBalance,
} from '../../core/index.js';
import { toBaseUnits } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** A native balance. */
export interface NativeBalance {
  /** In the smallest unit, such as wei. */
  readonly value: bigint;
  readonly decimals: number;
  readonly symbol: string;
  /** Exact decimal string in whole units, such as ETH. `formatBalance` shortens it for display. */
  readonly formatted: string;
}

/** The account whose balance {@link useBalance} reads. */
export interface UseBalanceParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
  /** Read the active account's balance again every 12 to 60 s while the page is visible. Default false. */
  readonly watch?: boolean | undefined;
}

/** What {@link useBalance} returns. */
export type UseBalanceReturnType = (
  | {
      readonly status: 'success';
      readonly data: NativeBalance;
      readonly isPending: false;
      readonly error: undefined;
    }
  | {
      /** Also while no wallet is connected. */
      readonly status: 'pending';
      readonly data: undefined;
      readonly isPending: true;
      readonly error: undefined;
    }
  | {
      readonly status: 'error';
      readonly data: undefined;
      readonly isPending: false;
      /** Why the last read failed: `BALANCE_UNAVAILABLE`. */
      readonly error: BaseError;
    }
) & {
  /** Reads the balance from the chain again. Never rejects: a failure is in `error`. */
  readonly refetch: () => Promise<void>;
};

/**
 * The native balance of a namespace's account, and a function that reads it from the chain again.
 *
 * @example
 * const { data, error, refetch } = useBalance();
 * const text = error ? '–' : data && `${formatBalance(data.formatted)} ${data.symbol}`;
 */
export function useBalance({ namespace, watch }: UseBalanceParameters = {}): UseBalanceReturnType {
  const kit = useLatchkit();
  useEffect(() => (watch ? followLater(kit) : undefined), [kit, watch]);
  const read = useLatchkitState(
    useCallback((state: LatchkitState) => readBalance(state, namespace), [namespace]),
  );
  const refetch = useCallback(
    () => refreshBalance(kit, namespace ? { namespace, force: true } : { force: true }),
    [kit, namespace],
  );
  return useMemo(() => ({ ...toResult(read), refetch }), [read, refetch]);
}

/** Follows the balances with code that only such a page loads. */
function followLater(kit: Latchkit): () => void {
  let hasEnded = false;
  let stop = () => {
    hasEnded = true;
  };
  void import('./followBalances.js').then(
    ({ followBalances }) => {
      if (!hasEnded) stop = followBalances(kit);
    },
    () => undefined,
  );
  return () => stop();
}

function readBalance(state: LatchkitState, namespace = state.activeNamespace) {
  const chain = state.namespaces[namespace];
  return {
    formatted: chain?.balance,
    symbol: chain?.balanceSymbol ?? chain?.network.nativeCurrency.symbol ?? '',
    decimals: chain?.network.nativeCurrency.decimals ?? 0,
    error: chain?.balanceError,
  };
}

function toResult({ formatted, symbol, decimals, error }: ReturnType<typeof readBalance>) {
  if (error) return { status: 'error', data: undefined, isPending: false, error } as const;
  const value = formatted === undefined ? undefined : toBaseUnits(formatted, decimals);
  if (formatted === undefined || value === undefined)
    return { status: 'pending', data: undefined, isPending: true, error } as const;
  const data = { value, decimals, symbol, formatted };
  return { status: 'success', data, isPending: false, error } as const;
}
