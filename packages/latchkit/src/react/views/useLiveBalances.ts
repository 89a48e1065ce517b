import { useEffect } from 'react';
import { formatBalance } from '../../core/index.js';
import { followBalances, showToast } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';

/** Keeps the account's balances current while the view is shown, and says what arrives. */
export function useLiveBalances(account: string | undefined): void {
  const { kit, text } = useModal();
  const { locale } = text;
  useEffect(() => {
    if (account === undefined) return;
    return followBalances(kit, {
      onArrival: ({ amount, symbol }) => {
        const short = formatBalance(amount, locale);
        // Less than the shown decimals say.
        const isTiny = !/[1-9١-٩]/.test(short);
        showToast(kit, {
          tone: 'success',
          text: 'account.arrived',
          slots: { amount: `${isTiny ? amount : short} ${symbol}` },
        });
      },
    });
  }, [kit, account, locale]);
}
