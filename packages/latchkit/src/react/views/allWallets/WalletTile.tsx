import { memo } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { AGREE_FIRST_ID } from '../connect/WalletRow.js';
import { COLUMNS } from './gridMove.js';

export interface WalletTileProps {
  wallet: WalletItem;
  index: number;
  /** Number of matching wallets, rendered or not. */
  count: number;
  /** The grid's only tab stop. */
  active: boolean;
  /** Whether to draw the logo; otherwise its space stays empty. */
  logo: boolean;
  /** The visitor has not agreed to the terms yet. */
  blocked: boolean;
  onChoose: (wallet: WalletItem) => void;
  onActive: (walletId: string) => void;
}

/** A wallet in the grid, at its position. Its accessible name begins with the wallet's name. */
export const WalletTile = memo(function WalletTile(props: WalletTileProps) {
  const { wallet, index, count, active, logo, blocked, onChoose, onActive } = props;
  const { text, views } = useModal();
  const place = { gridRow: Math.floor(index / COLUMNS) + 1, gridColumn: (index % COLUMNS) + 1 };
  return (
    <li style={place} aria-setsize={count} aria-posinset={index + 1}>
      <button
        className="lk-grid-item"
        type="button"
        tabIndex={active ? 0 : -1}
        data-index={index}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? AGREE_FIRST_ID : undefined}
        data-return={`wallet:${wallet.id}`}
        title={wallet.name}
        onPointerEnter={() => void views.load('ConnectingExternal')}
        onFocus={() => onActive(wallet.id)}
        onClick={() => onChoose(wallet)}
      >
        {logo ? (
          <WalletImage name={wallet.name} url={wallet.imageUrl} size="md" />
        ) : (
          <span className="lk-tile" data-size="md" />
        )}
        <span className="lk-grid-label" dir="auto">
          {wallet.name}
        </span>
        {wallet.installed && <span className="lk-sr">{text.t('connect.installed')}</span>}
      </button>
    </li>
  );
});
