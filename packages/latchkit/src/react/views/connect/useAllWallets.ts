import { navigate, type View } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

/** One object: the view that was drawn ahead is known again by it. */
const ALL_WALLETS: View = { name: 'AllWallets' };

/** The way to the directory, where there is one and the host offers it [CFG-22]; undefined: there is none. */
export function useAllWallets() {
  const runtime = useModal();
  const { kit, text, views } = runtime;
  const { gateway, projectId } = kit.options;
  const offered = useKitState(state => state.features.allWallets);
  const count = useKitState(state => state.listings.count);
  if (!offered || !gateway || !projectId) return undefined;
  return {
    count: count ? countText(count, text.locale) : undefined,
    open: () => navigate(kit, ALL_WALLETS),
    prepare: () => {
      const on = kit.store.getState().modal.views;
      void views.load('AllWallets');
      // A failure shows when the view itself asks.
      import('../allWallets/prefetchWallets.js').then(
        ({ prefetchWallets }) => prefetchWallets(runtime, { view: ALL_WALLETS, on }),
        () => {},
      );
    },
  };
}

/** A count as the locale writes it. Below a thousand Western digits need no `Intl`, whose first use takes tens of milliseconds on a slow phone. */
function countText(count: number, locale: string): string {
  return count < 1_000 && locale !== 'ar' ? String(count) : count.toLocaleString(locale);
}
