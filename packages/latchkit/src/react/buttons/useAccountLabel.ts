import type { ChainNamespace } from '../../core/index.js';
import { useAccountName } from './useAccountName.js';
import { useBalanceText } from './useBalanceText.js';
import { useButtonText } from './useButtonText.js';
import { usePending } from './usePending.js';

/** The accessible name of a button that shows the account: its visible content as a sentence. */
export function useAccountLabel(namespace: ChainNamespace | undefined): string {
  const { text } = useButtonText();
  const name = useAccountName(namespace);
  const balance = useBalanceText(namespace);
  const account = usePending(namespace) ? text('button.pending', { account: name }) : name;
  return balance ? text('button.accountBalance', { account, balance }) : text('button.account', { account });
}
