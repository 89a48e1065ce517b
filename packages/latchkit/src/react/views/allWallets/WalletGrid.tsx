import { type CSSProperties, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { preparePairing } from '../../../internal/index.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useChooseWallet } from '../connect/useChooseWallet.js';
import { AGREE_FIRST_ID } from '../connect/WalletRow.js';
import { COLUMNS, gridMove } from './gridMove.js';
import type { GridWindow } from './gridWindow.js';
import { useGridRows } from './useGridRows.js';

export interface WalletGridProps {
  wallets: readonly WalletItem[];
  /** Number of wallets on all pages. */
  count: number;
  depth: number;
  /** Set if choosing a wallet requires agreement to the terms first; it leads there. */
  onBlocked?: (() => void) | undefined;
  /** Called when the end of the loaded wallets is near. */
  onNearEnd: () => void;
}

/**
 * The grid of wallets. Only visible rows, and the one that Tab reaches, are in the document. Each wallet is
 * positioned explicitly, so that the rows between need no placeholders.
 */
export function WalletGrid({ wallets, count, depth, onBlocked, onNearEnd }: WalletGridProps) {
  const { kit, text } = useModal();
  const grid = useRef<HTMLUListElement>(null);
  const moved = useRef(false);
  const [activeId, setActive] = useRemembered(depth, 'wallet');
  const active = Math.max(
    0,
    wallets.findIndex(({ id }) => id === activeId),
  );
  const rows = Math.ceil(wallets.length / COLUMNS);
  const { tiles, logos } = useGridRows(grid, rows, Math.floor(active / COLUMNS));
  const drawn = drawnWallets(wallets, tiles, active);
  const chooseNow = useChooseWallet('AllWallets');
  const latest = useRef(chooseNow);
  latest.current = wallet => (onBlocked ? onBlocked() : chooseNow(wallet));
  const choose = useRef((wallet: WalletItem) => latest.current(wallet)).current;

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus();
  }, [active]);
  const nearEnd = tiles.end >= rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list has another end
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = gridMove(event.key, active, wallets.length, text.direction === 'rtl');
    if (next === undefined) return;
    event.preventDefault();
    const id = wallets[next]?.id;
    if (next === active || id === undefined) return;
    moved.current = true;
    setActive(id);
  };
  // Set the height directly: a custom property would be inherited, and every new page would restyle every tile.
  const style: CSSProperties = { blockSize: `calc(${rows} * var(--_pitch))` };
  return (
    <ul
      ref={grid}
      className="lk-grid"
      // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
      role="list"
      aria-label={text.t('directory.list')}
      style={style}
      onKeyDown={onKeyDown}
      onPointerDown={() => void preparePairing(kit, true)}
    >
      {drawn.map(([wallet, index]) => (
        <WalletTile
          key={wallet.id}
          wallet={wallet}
          index={index}
          count={count}
          active={index === active}
          logo={index >= logos.first * COLUMNS && index < logos.end * COLUMNS}
          blocked={onBlocked !== undefined}
          onChoose={choose}
          onActive={setActive}
        />
      ))}
    </ul>
  );
}

/** The wallets of the rows in the window, and the active one if it is outside, each with its index in the grid. */
function drawnWallets(
  wallets: readonly WalletItem[],
  { first, end }: GridWindow,
  active: number,
): [WalletItem, number][] {
  const start = first * COLUMNS;
  const drawn = wallets
    .slice(start, end * COLUMNS)
    .map((wallet, offset): [WalletItem, number] => [wallet, start + offset]);
  const wallet = wallets[active];
  if (wallet === undefined || (active >= start && active < end * COLUMNS)) return drawn;
  return active < start ? [[wallet, active], ...drawn] : [...drawn, [wallet, active]];
}

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
const WalletTile = memo(function WalletTile(props: WalletTileProps) {
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
