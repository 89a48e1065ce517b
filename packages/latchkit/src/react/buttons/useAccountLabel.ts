import type { ChainNamespace } from '../../core/index.js';
import { useAccountName } from './useAccountName.js';
import { useBalanceText } from './useBalanceText.js';
import { useButtonText } from './useButtonText.js';

/** The accessible name of a button that shows the account: what is seen, in a sentence. */
export function useAccountLabel(namespace: ChainNamespace | undefined): string {
  const { text } = useButtonText();
  const account = useAccountName(namespace);
  const balance = useBalanceText(namespace);
  return balance ? text('button.accountBalance', { account, balance }) : text('button.account', { account });
}
