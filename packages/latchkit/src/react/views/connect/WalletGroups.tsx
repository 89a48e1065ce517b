import { useState } from 'react';
import { type ChainNamespace, type Latchkit, type WalletItem, walletList } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { SkeletonRow } from '../../primitives/SkeletonRows.js';
import { useChooseWallet } from '../useChooseWallet.js';
import { AllWalletsRow } from './AllWalletsRow.js';
import { NoWallets } from './NoWallets.js';
import { servesNamespace } from './servesNamespace.js';
import { useHeld } from './useHeld.js';
import type { useSettled } from './useSettled.js';
import { WalletRow } from './WalletRow.js';

export interface WalletGroupsProps {
  blocked: boolean;
  onBlocked: () => void;
  /** Only wallets of this kind of chain. */
  namespace: ChainNamespace | undefined;
  known: ReturnType<typeof useSettled>;
}

/** The wallets of Connect. */
export function WalletGroups({ blocked, onBlocked, namespace, known }: WalletGroupsProps) {
  const { kit, text, memory } = useModal();
  const all = useKitState(state => walletList(kit, state));
  const places = useKitState(state =>
    known.settled || state.listings.count !== undefined ? 0 : coming(kit.options),
  );
  const [{ list, kept }, hold] = useHeld({
    list: namespace ? all.filter(wallet => servesNamespace(wallet, namespace)) : all,
    kept: places,
  });
  const collapsed = useKitState(state => state.features.collapseWallets);
  const pick = useChooseWallet('Connect');
  const [open, setOpen] = useState(() => memory.read('0:wallets') === true);

  const choose = (wallet: WalletItem) => {
    if (blocked) return onBlocked();
    pick(wallet);
  };
  const expand = () => {
    memory.write('0:wallets', true);
    setOpen(true);
  };
  if (list.length === 0 && kept === 0) {
    return <NoWallets ready={known.ready} />;
  }
  const label = text.t('connect.wallets');
  if (collapsed && !open) {
    return (
      <Group label={label}>
        <ListItem
          leading={
            <span className="lk-glyph">
              <Icon name="puzzle" />
            </span>
          }
          title={text.t('connect.continue')}
          end="forward"
          onClick={expand}
        />
      </Group>
    );
  }
  // What comes after the directory's wallets waits for them: no row moves once it can be clicked.
  const shown = kept === 0 ? list : list.filter(({ group }) => BEFORE.includes(group));
  return (
    <Group label={label} onPress={hold}>
      {shown.map(wallet => (
        <WalletRow key={wallet.id} wallet={wallet} blocked={blocked} onChoose={choose} />
      ))}
      {kept === 0 ? (
        <AllWalletsRow blocked={blocked} onBlocked={onBlocked} />
      ) : (
        Array.from({ length: kept }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is only a place
          <li key={place} data-late="">
            <SkeletonRow shape="tile" short={place % 2 === 1} />
          </li>
        ))
      )}
    </Group>
  );
}

/** The groups that come before the directory's [VIEW-07]. */
const BEFORE: readonly WalletItem['group'][] = ['walletConnect', 'recent', 'injected'];

/** Rows that the directory is about to send, with the way to all of them; a group of it has four [LIM-08] [LIM-10]. */
function coming({ gateway, projectId, featuredWalletIds }: Latchkit['options']): number {
  return gateway && projectId ? (featuredWalletIds?.length || 4) + 4 + 1 : 0;
}
