import { type ChainNamespace, formatBalance } from '../../core/index.js';
import { useBalance } from '../hooks/useBalance.js';
import { useButtonText } from './useButtonText.js';

/**
 * The native balance as the buttons and the modal show it, in the visitor's number format; '–' if it cannot be read; undefined
 * if there is no network.
 */
export function useBalanceText(namespace: ChainNamespace | undefined): string | undefined {
  const { locale } = useButtonText();
  const { balance, symbol, error } = useBalance(namespace);
  return symbol && (error ? '–' : `${formatBalance(balance, locale)} ${symbol}`);
}
