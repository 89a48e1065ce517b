import type { View } from '../../../core/index.js';
import { navigate } from '../../../internal/index.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

export interface AllWalletsRowProps {
  blocked: boolean;
  onBlocked: () => void;
  /** On a separate card instead of in a list. */
  alone?: boolean;
}

/** The row that opens the directory. */
export function AllWalletsRow({ blocked, onBlocked, alone }: AllWalletsRowProps) {
  const { text } = useModal();
  const all = useAllWallets();
  if (!all) return null;
  const row = (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="grid" />
        </span>
      }
      title={text.t('connect.allWallets')}
      trailing={all.count ? <span className="lk-count">{all.count}</span> : undefined}
      end="forward"
      returnKey="all-wallets"
      disabled={blocked}
      {...(blocked ? { describedBy: AGREE_FIRST_ID } : {})}
      onIntent={all.prepare}
      onClick={blocked ? onBlocked : all.open}
    />
  );
  return alone ? <Group label={text.t('connect.wallets')}>{row}</Group> : row;
}

/** A single object, because a prerendered view is recognized by identity. */
const ALL_WALLETS: View = { name: 'AllWallets' };

/** The link to the directory, if there is one and the host offers it; else undefined. */
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
      // Ignore a failure: the view itself requests the wallets again and shows it.
      import('./prefetchWallets.js').then(
        ({ prefetchWallets }) => prefetchWallets(runtime, { view: ALL_WALLETS, on }),
        () => {},
      );
    },
  };
}

/**
 * A count in the locale's format. Below a thousand, Western digits don't need `Intl`, whose first use takes tens of
 * milliseconds on a slow phone.
 */
function countText(count: number, locale: string): string {
  return count < 1_000 && locale !== 'ar' ? String(count) : count.toLocaleString(locale);
}
