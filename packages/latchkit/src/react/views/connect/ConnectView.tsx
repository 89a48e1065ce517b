import { useEffect, useState } from 'react';
import { navigate, type WalletItem, walletList } from '../../../core/index.js';
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
import { ConnectFooter } from './ConnectFooter.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './useTerms.js';
import { WalletRow } from './WalletRow.js';

/** The ways to connect [VIEW-06], wallets in their groups' order [VIEW-07]. */
export function ConnectView({ depth }: ViewProps) {
  const { kit, text, views } = useModal();
  const dapp = kit.options.metadata?.name;
  const terms = useTerms();
  const [agreed, setAgreed] = useState(false);

  useEffect(() => {
    // The next view's code, once this one is drawn.
    const timer = setTimeout(() => void views.load('ConnectingExternal'), 300);
    return () => clearTimeout(timer);
  }, [views]);

  return (
    <ViewFrame
      title={dapp ? text.t('connect.title', { dapp }) : text.t('connect.titlePlain')}
      kind="root"
      depth={depth}
      footer={<ConnectFooter />}
    >
      {terms.checkbox && <TermsCheckbox checked={agreed} onChange={setAgreed} />}
      <WalletGroups blocked={terms.checkbox && !agreed} />
    </ViewFrame>
  );
}

function WalletGroups({ blocked }: { blocked: boolean }) {
  const { kit, text, attempt, memory } = useModal();
  const list = useKitState(state => walletList(kit, state));
  const collapsed = useKitState(state => state.features.collapseWallets);
  const ready = usePreloaded();
  const [open, setOpen] = useState(() => memory.read('0:wallets') === true);

  const choose = (wallet: WalletItem) => {
    if (wallet.connector) attempt.start(wallet.id);
    navigate(kit, { name: 'ConnectingExternal', walletId: wallet.id });
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
