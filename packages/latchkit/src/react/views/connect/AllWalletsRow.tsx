import { navigate, type View } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

/** One object: the view that was drawn ahead is known again by it. */
const ALL_WALLETS: View = { name: 'AllWallets' };

export interface AllWalletsRowProps {
  blocked: boolean;
  onBlocked: () => void;
  /** On a card of its own, and not in a list's. */
  alone?: boolean;
}

/** The way to the directory, where there is one and the host offers it [CFG-22]. */
export function AllWalletsRow({ blocked, onBlocked, alone }: AllWalletsRowProps) {
  const runtime = useModal();
  const { kit, text, views } = runtime;
  const { gateway, projectId } = kit.options;
  const offered = useKitState(state => state.features.allWallets);
  const count = useKitState(state => state.listings.count);
  if (!offered || !gateway || !projectId) return null;
  const row = (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="grid" />
        </span>
      }
      title={text.t('connect.allWallets')}
      trailing={count ? <span className="lk-count">{count.toLocaleString(text.locale)}</span> : undefined}
      end="forward"
      returnKey="all-wallets"
      disabled={blocked}
      {...(blocked ? { describedBy: AGREE_FIRST_ID } : {})}
      onIntent={() => {
        const on = kit.store.getState().modal.views;
        void views.load('AllWallets');
        // A failure shows when the view itself asks.
        import('../allWallets/prefetchWallets.js').then(
          ({ prefetchWallets }) => prefetchWallets(runtime, { view: ALL_WALLETS, on }),
          () => {},
        );
      }}
      onClick={() => (blocked ? onBlocked() : navigate(kit, ALL_WALLETS))}
    />
  );
  return alone ? <Group label={text.t('connect.wallets')}>{row}</Group> : row;
}
