import type { ChainNamespace } from '../../core/index.js';
import { useBalance } from '../hooks/useBalance.js';
import { useAccountName } from './useAccountName.js';
import { useButtonText } from './useButtonText.js';

/** The accessible name of a button that shows the account: what is seen, in a sentence. */
export function useAccountLabel(namespace: ChainNamespace | undefined): string {
  const { text } = useButtonText();
  const account = useAccountName(namespace);
  const { formatted, symbol } = useBalance(namespace);
  if (!symbol) return text('button.account', { account });
  return text('button.accountBalance', { account, balance: `${formatted} ${symbol}` });
}
