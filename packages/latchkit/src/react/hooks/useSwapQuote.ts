import { useCallback, useEffect, useRef, useState } from 'react';
import {
  BaseError,
  isError,
  type LatchkitError,
  type LatchkitState,
  quoteSwap,
  type SwapAsset,
  type SwapQuote,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The swap whose quote {@link useSwapQuote} reads. Nothing is requested while a part of it is undefined. */
export interface UseSwapQuoteParameters {
  /** What is paid: the CAIP-10 id of a token's contract, or the CAIP-2 id of the chain for its native currency. */
  readonly from: SwapAsset | undefined;
  readonly to: SwapAsset | undefined;
  /** What is paid, in the smallest units of `from`. */
  readonly amount: bigint | undefined;
  /** In percent, from 0.05 to 50. Default: 1. */
  readonly slippage?: number | undefined;
}

/** What {@link useSwapQuote} returns. */
export type UseSwapQuoteReturnType = (
  | {
      readonly status: 'pending';
      readonly isPending: true;
      readonly data: undefined;
      readonly error: undefined;
    }
  | {
      readonly status: 'success';
      readonly isPending: false;
      readonly data: SwapQuote;
      readonly error: undefined;
    }
  | {
      readonly status: 'error';
      readonly isPending: false;
      readonly data: undefined;
      readonly error: LatchkitError;
    }
) & {
  /** Requests a new quote. Never rejects. */
  readonly refetch: () => Promise<void>;
};

type Answer = { readonly key: string; readonly quote?: SwapQuote; readonly error?: LatchkitError };

/** Milliseconds between two quotes. */
const REFRESH_MS = 12_000;

/**
 * What a swap of the connected EVM account would pay now: refreshed every 12 s while the component is mounted.
 *
 * @example
 * const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
 * const { data, error } = useSwapQuote({ from: 'eip155:1', to: usdc, amount: 10n ** 17n });
 */
export function useSwapQuote({ from, to, amount, slippage }: UseSwapQuoteParameters): UseSwapQuoteReturnType {
  const kit = useLatchkit();
  const account = useLatchkitState(selectAccountId);
  const [answer, setAnswer] = useState<Answer>();
  const key = [account, from, to, amount, slippage].join();
  const current = useRef(key);
  current.current = key;
  const refetch = useCallback(async () => {
    if (!account || !from || !to || amount === undefined) return;
    const show = (next: Omit<Answer, 'key'>) => current.current === key && setAnswer({ key, ...next });
    try {
      show({
        quote: await quoteSwap(kit, { from, to, amount, ...(slippage !== undefined && { slippage }) }),
      });
    } catch (cause) {
      show({ error: isError(cause) ? cause : new BaseError('REQUEST_FAILED', 'Request failed', { cause }) });
    }
  }, [kit, account, from, to, amount, slippage, key]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let live = true;
    const next = async () => {
      await refetch();
      if (live) timer = setTimeout(next, REFRESH_MS);
    };
    void next();
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [refetch]);
  const { quote, error } = answer?.key === key ? answer : {};
  if (quote) return { status: 'success', isPending: false, data: quote, error: undefined, refetch };
  if (error) return { status: 'error', isPending: false, data: undefined, error, refetch };
  return { status: 'pending', isPending: true, data: undefined, error: undefined, refetch };
}

function selectAccountId({ namespaces }: LatchkitState): string | undefined {
  return namespaces.eip155?.account.caipAddress;
}
