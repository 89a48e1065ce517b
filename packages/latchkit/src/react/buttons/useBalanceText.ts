import { useCallback } from 'react';
import { type ChainNamespace, formatBalance, type LatchkitState } from '../../core/index.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';
import { useButtonText } from './useButtonText.js';

/**
 * The native balance as the buttons and the modal show it, in the visitor's number format; '–' if it cannot be read; undefined
 * if there is no network.
 */
export function useBalanceText(namespace: ChainNamespace | undefined): string | undefined {
  const { locale } = useButtonText();
  const read = useCallback(
    (state: LatchkitState) => {
      const chain = state.namespaces[namespace ?? state.activeNamespace];
      if (!chain) return undefined;
      if (chain.balanceError) return '–';
      return `${formatBalance(chain.balance, locale)} ${chain.balanceSymbol ?? chain.network.nativeCurrency.symbol}`;
    },
    [namespace, locale],
  );
  return useLatchkitState(read);
}
