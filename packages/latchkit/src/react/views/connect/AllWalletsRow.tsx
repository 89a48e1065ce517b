import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useAllWallets } from './useAllWallets.js';
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
