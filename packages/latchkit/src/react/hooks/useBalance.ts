import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type BaseError,
  type ChainId,
  type ChainNamespace,
  fetchBalance,
  type Latchkit,
  type LatchkitState,
  type NativeBalance,
  refreshBalance,
} from '../../core/index.js';
import { toBaseUnits } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';
import { useResolved } from './useResolved.js';

/** Whose balance {@link useBalance} reads. */
export interface UseBalanceParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
  /** Any address. Default: the active account. */
  readonly address?: string | undefined;
  /** CAIP-2 id of a network of the instance. Default: the active network. */
  readonly chainId?: ChainId | undefined;
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
      /** Also while no wallet is connected, unless an address is given. */
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
 * The native balance of a namespace's account or of any address, and a function that reads it from the chain again.
 *
 * @example
 * const { data, error, refetch } = useBalance();
 * const text = error ? '–' : data && `${formatBalance(data.formatted)} ${data.symbol}`;
 */
export function useBalance(parameters: UseBalanceParameters = {}): UseBalanceReturnType {
  const { namespace, watch, address, chainId } = parameters;
  const kit = useLatchkit();
  const isOwn = useLatchkitState(
    useCallback(
      (state: LatchkitState) => isOfAccount(state, namespace, address, chainId),
      [namespace, address, chainId],
    ),
  );
  const other = useOtherBalance(kit, isOwn ? undefined : address, chainId);
  useEffect(() => (watch ? followLater(kit) : undefined), [kit, watch]);
  const read = useLatchkitState(
    useCallback((state: LatchkitState) => readBalance(state, namespace), [namespace]),
  );
  const refetch = useCallback(
    () => refreshBalance(kit, namespace ? { namespace, force: true } : { force: true }),
    [kit, namespace],
  );
  const own = useMemo(() => ({ ...toResult(read), refetch }), [read, refetch]);
  return isOwn ? own : other;
}

/** Whether the balance is the one in the state: of the active account, on its network. */
function isOfAccount(
  { namespaces, activeNamespace }: LatchkitState,
  namespace: ChainNamespace | undefined,
  address: string | undefined,
  chainId: ChainId | undefined,
): boolean {
  const chain = namespaces[namespace ?? activeNamespace];
  const isHere = chainId === undefined || chain?.network.caipNetworkId === chainId;
  return address === undefined || (isHere && chain?.account.address === address);
}

/** The balance of another address, which is not in the state. */
function useOtherBalance(
  kit: Latchkit,
  address: string | undefined,
  chainId: ChainId | undefined,
): UseBalanceReturnType {
  const [turn, setTurn] = useState(0);
  const read = useMemo(
    () =>
      address === undefined ? undefined : () => fetchBalance(kit, { address, chainId, force: turn > 0 }),
    [kit, address, chainId, turn],
  );
  const result = useResolved(read);
  const refetch = useCallback(async () => setTurn(before => before + 1), []);
  return useMemo(
    () =>
      result.status === 'success' || result.status === 'error'
        ? { ...result, refetch }
        : { status: 'pending', isPending: true, data: undefined, error: undefined, refetch },
    [result, refetch],
  );
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
