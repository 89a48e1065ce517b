import { useEffect, useRef, useState } from 'react';
import {
  close,
  currentView,
  getAccount,
  navigate,
  replaceView,
  type WalletItem,
  walletList,
} from '../../../core/index.js';
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
import { AGREE_FIRST_ID, WalletRow } from './WalletRow.js';

/** The ways to connect [VIEW-06], wallets in their groups' order [VIEW-07]. */
export function ConnectView({ depth }: ViewProps) {
  const { kit, text, views } = useModal();
  const dapp = kit.options.metadata?.name;
  const terms = useTerms();
  const [agreed, setAgreed] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  useLeaveOnConnection();

  useEffect(() => {
    // The next view's code, once this one is drawn.
    const timer = setTimeout(() => void views.load('ConnectingExternal'), 300);
    return () => clearTimeout(timer);
  }, [views]);

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
      <WalletGroups blocked={blocked} onBlocked={askForTick} />
      {blocked && (
        <span className="lk-sr" id={AGREE_FIRST_ID}>
          {text.t('connect.agreeFirst')}
        </span>
      )}
    </ViewFrame>
  );
}

/** A connection that comes while this view is shown, restored or made by the host, leaves nothing to choose here. */
function useLeaveOnConnection(): void {
  const { kit, inline } = useModal();
  const connected = useKitState(state => getAccount(state).isConnected);
  const before = useRef(connected);
  useEffect(() => {
    // While the next view's code is on its way this one is still drawn, and no longer the one that counts.
    const isCurrent = currentView(kit.store.getState().modal).name === 'Connect';
    if (connected && !before.current && isCurrent) {
      if (inline) replaceView(kit, { name: 'Account' });
      else close(kit, { force: true });
    }
    before.current = connected;
  }, [kit, inline, connected]);
}

/** Draws the eye to the tick that is missing; a change of light, so that it needs no movement. */
const NUDGE = [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }];

function WalletGroups({ blocked, onBlocked }: { blocked: boolean; onBlocked: () => void }) {
  const { kit, text, attempt, memory } = useModal();
  const list = useKitState(state => walletList(kit, state));
  const collapsed = useKitState(state => state.features.collapseWallets);
  const ready = usePreloaded();
  const [open, setOpen] = useState(() => memory.read('0:wallets') === true);

  const choose = (wallet: WalletItem) => {
    if (blocked) return onBlocked();
    const show = () => navigate(kit, { name: 'ConnectingExternal', walletId: wallet.id });
    if (!wallet.connector) return show();
    attempt.start(wallet.id);
    // The wallet is asked within the click, and the next view drawn a frame later: one that answers at once, because it
    // knows the page, is not made to wait for a drawing that nobody would see.
    requestAnimationFrame(() => {
      const { modal } = kit.store.getState();
      if (modal.open && currentView(modal).name === 'Connect') show();
    });
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
