import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChainNamespace, Latchkit, WalletItem } from '../../../core/index.js';
import { preload, preparePairing, walletList } from '../../../internal/index.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { SkeletonRow, SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useLazy } from '../../runtime/useLazy.js';
import { useMedia } from '../../runtime/useMedia.js';
import { AllWalletsRow, useAllWallets } from './AllWalletsRow.js';
import { arrangeWallets, isKnownEarly, leadRows, STRIP_TILES } from './arrangeWallets.js';
import { useChooseWallet } from './useChooseWallet.js';
import { WalletRow } from './WalletRow.js';
import { WalletStrip } from './WalletStrip.js';

/** Below this width, five tiles per row are too narrow for one word of a name; connect.css uses the same width. */
const NARROW_QUERY = '(max-width: 359px)';

export interface WalletGroupsProps {
  blocked: boolean;
  onBlocked: () => void;
  /** Show only wallets of this namespace. */
  namespace: ChainNamespace | undefined;
  /** Whether the adapters and the directory have responded or failed. */
  ready: boolean;
  /** Number of other ways to connect that take up space: email, socials. */
  logins: number;
  /** Whether the terms have a checkbox, which takes up space. */
  checkbox: boolean;
}

/** The wallets of Connect: rows for the likely ones, a strip of tiles for the next, and the link to all others. */
export function WalletGroups(props: WalletGroupsProps) {
  const { blocked, onBlocked, ready, logins } = props;
  const { kit, text, memory } = useModal();
  const { list, waiting } = useHeld(useWallets(props));
  const collapsed = useKitState(state => state.features.collapseWallets);
  const all = useAllWallets();
  const pick = useChooseWallet('Connect');
  const prepare = useWalletIntent();
  const [open, setOpen] = useState(() => memory.read('0:wallets') === true);
  const [everything, setEverything] = useState(false);
  const stripTiles = useMedia(NARROW_QUERY) ? STRIP_TILES - 1 : STRIP_TILES;

  const choose = (wallet: WalletItem) => (blocked ? onBlocked() : pick(wallet));
  const expand = () => {
    memory.write('0:wallets', true);
    setOpen(true);
  };
  if (list.length === 0 && !waiting) return <NoWallets ready={ready} />;
  const label = text.t('connect.wallets');
  if (collapsed && !open) return <Collapsed label={label} onExpand={expand} />;

  const max = leadRows(logins, props.checkbox);
  const space = { leads: max, onlyWallets: logins === 0, tiles: stripTiles };
  // Wallets that follow the directory's wait for them, so that no wallet moves once it can be clicked.
  const early = waiting ? list.filter(isKnownEarly) : list;
  const layout = everything ? { leads: list, tiles: [], hidden: [] } : arrangeWallets(early, space);
  const rowsToCome = waiting && logins === 0 ? Math.min(max - layout.leads.length, featured(kit.options)) : 0;
  const tilesToCome = waiting ? stripTiles - layout.tiles.length : 0;
  const stripped = layout.tiles.length + tilesToCome > 0;
  return (
    <Group label={label} className="lk-wallets">
      {layout.leads.map(wallet => (
        <WalletRow key={wallet.id} wallet={wallet} blocked={blocked} onChoose={choose} onIntent={prepare} />
      ))}
      {Array.from({ length: Math.max(0, rowsToCome) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are interchangeable
        <li key={place} data-late="">
          <SkeletonRow shape="tile" short={place % 2 === 1} />
        </li>
      ))}
      {stripped ? (
        <WalletStrip
          {...layout}
          places={tilesToCome}
          all={all}
          blocked={blocked}
          onBlocked={onBlocked}
          onChoose={choose}
          onIntent={prepare}
          onMore={() => setEverything(true)}
        />
      ) : (
        <AllWalletsRow blocked={blocked} onBlocked={onBlocked} />
      )}
    </Group>
  );
}

/** The wallets to offer, and whether the directory's wallets are still loading. */
function useWallets({ namespace, ready }: WalletGroupsProps) {
  const { kit } = useModal();
  const all = useKitState(state => walletList(kit, state));
  const answered = useKitState(state => state.listings.count !== undefined);
  const { gateway, projectId } = kit.options;
  return {
    list: namespace ? all.filter(wallet => servesNamespace(wallet, namespace)) : all,
    waiting: !ready && !answered && gateway !== undefined && projectId !== undefined,
  };
}

/** The number of featured wallets that the directory returns. */
function featured({ wallets }: Latchkit['options']): number {
  return (wallets || undefined)?.featured?.length || 4;
}

/** The wallets collapsed into one row, if the host requests that. */
function Collapsed({ label, onExpand }: { label: string; onExpand: () => void }) {
  const { text } = useModal();
  const glyph = (
    <span className="lk-glyph">
      <Icon name="puzzle" />
    </span>
  );
  return (
    <Group label={label}>
      <ListItem leading={glyph} title={text.t('connect.continue')} end="forward" onClick={onExpand} />
    </Group>
  );
}

/** The message that there are no wallets, once the search has finished. Few pages need it, so it loads on demand. */
function NoWallets({ ready }: { ready: boolean }) {
  const { text } = useModal();
  const Empty = useHeld(useLazy(ready, async () => (await import('./EmptyConnect.js')).EmptyConnect));
  return Empty ? <Empty /> : <SkeletonRows label={text.t('connect.loading')} />;
}

/**
 * Whether a wallet can be connected on a namespace. A wallet that isn't installed counts unless its listing says
 * otherwise.
 */
function servesNamespace({ connector, listing }: WalletItem, namespace: ChainNamespace): boolean {
  if (connector) return (connector.connectors ?? [connector]).some(({ chain }) => chain === namespace);
  const chains = listing?.chains ?? [];
  return chains.length === 0 || chains.some(id => id.startsWith(`${namespace}:`));
}

/**
 * A value that doesn't change while a pointer is pressed anywhere: the modal is centred, so that what grows moves all of it, and a click
 * would not reach the pressed control.
 */
function useHeld<T>(value: T): T {
  const [held, setHeld] = useState<{ value: T }>();
  const shown = held ? held.value : value;
  const drawn = useRef(shown);
  useLayoutEffect(() => {
    drawn.current = shown;
  });
  useEffect(() => {
    const abort = new AbortController();
    const options = { capture: true, signal: abort.signal };
    window.addEventListener('pointerdown', () => setHeld({ value: drawn.current }), options);
    // The click event follows the release, and must reach the pressed element.
    const release = () => setTimeout(() => setHeld(undefined));
    for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, release, options);
    return () => abort.abort();
  }, []);
  return shown;
}

/** Loads what a click on a wallet will need: the next view, and the code that connects it. */
function useWalletIntent(): (wallet: WalletItem) => void {
  const { kit, views } = useModal();
  return useCallback(
    ({ pairs, group }) => {
      if (pairs || group === 'walletConnect') {
        void views.load('ConnectingWalletConnect');
        void preparePairing(kit, true);
        return;
      }
      void views.load('ConnectingExternal');
      void preload(kit);
    },
    [kit, views],
  );
}
