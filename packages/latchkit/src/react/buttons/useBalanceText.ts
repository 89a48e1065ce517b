import { useCallback } from 'react';
import { type ChainNamespace, formatBalance, type LatchkitState } from '../../core/index.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';
import { useButtonText } from './useButtonText.js';

/**
 * The native balance as the buttons and the modal show it, in the visitor's number format; '–' if it cannot be read; undefined
 * if there is no network, or its adapter reads no balances.
 */
export function useBalanceText(namespace: ChainNamespace | undefined): string | undefined {
  const kit = useLatchkit();
  const { locale } = useButtonText();
  const read = useCallback(
    (state: LatchkitState) => {
      const shown = namespace ?? state.activeNamespace;
      const chain = state.namespaces[shown];
      const adapter = kit.adapter(shown);
      if (!chain || (adapter && !adapter.getBalance)) return undefined;
      if (chain.balanceError) return '–';
      return `${formatBalance(chain.balance, locale)} ${chain.balanceSymbol ?? chain.network.nativeCurrency.symbol}`;
    },
    [kit, namespace, locale],
  );
  return useLatchkitState(read);
}
