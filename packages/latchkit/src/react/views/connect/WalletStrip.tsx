import type { FocusEvent, ReactNode } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { Icon } from '../../primitives/Icon.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { useAllWallets } from './AllWalletsRow.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

export interface WalletStripProps {
  tiles: readonly WalletItem[];
  /** Wallets that don't fit here. */
  hidden: readonly WalletItem[];
  /** Number of tiles reserved for wallets that the directory is about to return. */
  places: number;
  all: ReturnType<typeof useAllWallets>;
  blocked: boolean;
  onBlocked: () => void;
  onChoose: (wallet: WalletItem) => void;
  onIntent: (wallet: WalletItem) => void;
  /** Shows every wallet as a row, if there is no other way to reach the hidden ones. */
  onMore: () => void;
}

/** Small logos that stand for all wallets. */
const LOGOS = 4;

/** The tiles below the rows of Connect, ending with the link to all wallets. */
export function WalletStrip(props: WalletStripProps) {
  const { tiles, hidden, places, all, blocked, onBlocked, onChoose, onIntent, onMore } = props;
  const { text } = useModal();
  const more = hidden.filter(({ installed }) => installed).length;
  const logos = [...hidden, ...tiles].filter(({ imageUrl }) => imageUrl !== undefined).slice(0, LOGOS);
  const grid = (
    <span className="lk-tile lk-tile-all" aria-hidden="true">
      {logos.length === LOGOS ? (
        logos.map(({ id, name, imageUrl }) => <WalletImage key={id} name={name} url={imageUrl} />)
      ) : (
        <Icon name="grid" />
      )}
    </span>
  );
  return (
    <>
      {tiles.map(wallet => (
        <StripTile
          key={wallet.id}
          image={<WalletImage name={wallet.name} url={wallet.imageUrl} />}
          label={shortName(wallet.name)}
          name={wallet.installed ? text.t('connect.tileInstalled', { wallet: wallet.name }) : wallet.name}
          installed={wallet.installed}
          blocked={blocked}
          returnKey={`wallet:${wallet.id}`}
          onIntent={() => onIntent(wallet)}
          onClick={() => onChoose(wallet)}
        />
      ))}
      {Array.from({ length: places }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are interchangeable
        <li key={place} data-mini="" data-late="" aria-hidden="true">
          <span className="lk-mini" data-static="">
            <Skeleton shape="mini" />
            <Skeleton shape="name" />
          </span>
        </li>
      ))}
      {all ? (
        <StripTile
          image={grid}
          label={all.count ? text.t('connect.allCount', { count: all.count }) : text.t('connect.all')}
          name={allName()}
          blocked={blocked}
          returnKey="all-wallets"
          onIntent={all.prepare}
          onClick={blocked ? onBlocked : all.open}
        />
      ) : (
        hidden.length > 0 && (
          <StripTile
            image={grid}
            label={text.t('connect.more')}
            blocked={false}
            returnKey="more-wallets"
            onClick={onMore}
          />
        )
      )}
    </>
  );

  /** The tile's name starts like that of the row, which replaces the tile if the strip is empty. */
  function allName(): string {
    const name = all?.count ? text.t('connect.allNamed', { count: all.count }) : text.t('connect.allWallets');
    return more > 0 ? text.t('connect.allMore', { name, more: String(more) }) : name;
  }
}

/** A wallet's name without the word 'Wallet', which takes a second line below a small tile. */
const shortName = (name: string) => name.replace(/ wallet$/i, '');

interface StripTileProps {
  image: ReactNode;
  label: string;
  /** The accessible name, if it says more than the label. */
  name?: string;
  /** Marked as installed in this browser. */
  installed?: boolean;
  /** The visitor has not agreed to the terms yet. */
  blocked: boolean;
  returnKey: string;
  onIntent?: () => void;
  onClick: () => void;
}

/** A small tile in the strip of Connect: a wallet, or the link to all wallets. */
function StripTile(props: StripTileProps) {
  const { image, label, name, installed, blocked, returnKey, onIntent, onClick } = props;
  return (
    <li data-mini="">
      <button
        type="button"
        className="lk-mini"
        data-return={returnKey}
        data-installed={installed ? '' : undefined}
        aria-label={name}
        aria-disabled={blocked ? 'true' : undefined}
        aria-describedby={blocked ? AGREE_FIRST_ID : undefined}
        onPointerEnter={onIntent}
        // Focus without a visible ring was set by a view that opened, and shows no intent.
        onFocus={({ target }: FocusEvent) => {
          if (target.matches(':focus-visible')) onIntent?.();
        }}
        onClick={onClick}
      >
        {image}
        <span className="lk-mini-name" dir="auto">
          {label}
        </span>
      </button>
    </li>
  );
}
