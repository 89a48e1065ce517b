import { useRef, useState } from 'react';
import { type ChainNamespace, navigate, type WalletItem, walletList } from '../../../core/index.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { usePreloaded } from '../../modal/usePreloaded.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useChooseWallet } from '../useChooseWallet.js';
import { useLeaveOnConnection } from '../useLeaveOnConnection.js';
import { AllWalletsRow } from './AllWalletsRow.js';
import { ConnectFooter } from './ConnectFooter.js';
import { servesNamespace } from './servesNamespace.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './useTerms.js';
import { AGREE_FIRST_ID, WalletRow } from './WalletRow.js';

/** The ways to connect [VIEW-06], wallets in their groups' order [VIEW-07]. */
export function ConnectView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const dapp = kit.options.metadata?.name;
  const terms = useTerms();
  const [agreed, setAgreed] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  useLeaveOnConnection('Connect');

  const blocked = terms.checkbox && !agreed;
  const askForTick = () => {
    tick.current?.focus();
    tick.current?.closest('.lk-agree')?.animate(NUDGE, { duration: 300, easing: 'ease-out' });
  };
  return (
    <ViewFrame
      title={dapp ? text.t('connect.title', { dapp }) : text.t('connect.titlePlain')}
      kind="root"
      depth={depth}
      footer={<ConnectFooter />}
    >
      {terms.checkbox && <TermsCheckbox checked={agreed} onChange={setAgreed} inputRef={tick} />}
      <WalletGroups
        blocked={blocked}
        onBlocked={askForTick}
        namespace={view.name === 'Connect' ? view.namespace : undefined}
      />
      {blocked && (
        <span className="lk-sr" id={AGREE_FIRST_ID}>
          {text.t('connect.agreeFirst')}
        </span>
      )}
    </ViewFrame>
  );
}

/** Draws the eye to the tick that is missing; a change of light, so that it needs no movement. */
const NUDGE = [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }];

interface WalletGroupsProps {
  blocked: boolean;
  onBlocked: () => void;
  /** Only wallets of this kind of chain. */
  namespace: ChainNamespace | undefined;
}

function WalletGroups({ blocked, onBlocked, namespace }: WalletGroupsProps) {
  const { kit, text, memory } = useModal();
  const all = useKitState(state => walletList(kit, state));
  const list = namespace ? all.filter(wallet => servesNamespace(wallet, namespace)) : all;
  const collapsed = useKitState(state => state.features.collapseWallets);
  const ready = usePreloaded();
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
  if (list.length === 0) return ready ? <NoWallets /> : <SkeletonRows label={text.t('connect.loading')} />;
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
  return (
    <Group label={label}>
      {list.map(wallet => (
        <WalletRow key={wallet.id} wallet={wallet} blocked={blocked} onChoose={choose} />
      ))}
      <AllWalletsRow blocked={blocked} onBlocked={onBlocked} />
    </Group>
  );
}

function NoWallets() {
  const { kit, text } = useModal();
  return (
    <EmptyState icon="puzzle" card title={text.t('connect.emptyTitle')} text={text.t('connect.emptyText')}>
      <Button
        variant="primary"
        size="md"
        returnKey="get-wallet"
        onClick={() => navigate(kit, { name: 'WhatIsAWallet' })}
      >
        {text.t('connect.getWallet')}
      </Button>
    </EmptyState>
  );
}
