import { useCallback } from 'react';
import { type ChainNamespace, type LatchkitState, shortenAddress } from '../../core/index.js';
import { selectAccount } from '../../internal/index.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';
import { useBalanceText } from './useBalanceText.js';
import { useButtonText } from './useButtonText.js';

/** The accessible name of a button that shows the account: its visible content as a sentence. */
export function useAccountLabel(namespace: ChainNamespace | undefined): string {
  const { text } = useButtonText();
  const name = useAccountName(namespace);
  const balance = useBalanceText(namespace);
  const account = usePending(namespace) ? text('button.pending', { account: name }) : name;
  return balance ? text('button.accountBalance', { account, balance }) : text('button.account', { account });
}

/** The connected account's name, or its shortened address if it has none. */
export function useAccountName(namespace: ChainNamespace | undefined): string {
  return useLatchkitState(useCallback((state: LatchkitState) => nameOf(state, namespace), [namespace]));
}

function nameOf(state: LatchkitState, namespace = state.activeNamespace): string {
  const profileName = namespace && state.namespaces[namespace]?.profileName;
  return profileName || shortenAddress(selectAccount(state, namespace).address ?? '');
}

/** Whether a payment that the shown account sent from here is still pending. */
export function usePending(namespace: ChainNamespace | undefined): boolean {
  return useLatchkitState(
    useCallback(
      ({ namespaces, activeNamespace, pendingTransactions }: LatchkitState) => {
        const { address } = namespaces[namespace ?? activeNamespace]?.account ?? {};
        return pendingTransactions.some(one => one.address.toLowerCase() === address?.toLowerCase());
      },
      [namespace],
    ),
  );
}
