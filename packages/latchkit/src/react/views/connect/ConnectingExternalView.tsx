import { useRef } from 'react';
import type { LatchkitState, WalletItem } from '../../../core/index.js';
import { goBack } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useSilence } from '../useSilence.js';
import { ConnectAgain } from './ConnectAgain.js';
import { ConnectHero } from './ConnectHero.js';
import { GetWallet } from './GetWallet.js';
import { type ShownAttempt, useAttempt } from './useAttempt.js';
import { useWalletItem } from './useWalletItem.js';

/** Connects a chosen wallet, or shows how to get it. */
export function ConnectingExternalView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const walletId = view.name === 'ConnectingExternal' ? view.walletId : '';
  const wallet = useWalletItem(walletId);
  const hasConnector = wallet?.connector !== undefined;
  const namespace = view.name === 'ConnectingExternal' ? view.namespace : undefined;
  const { state, retry } = useAttempt(walletId, { canStart: hasConnector, namespace });
  const body = useRef<HTMLDivElement>(null);
  useGlide(body, state.status);

  const name = wallet?.name ?? text.t('connect.titlePlain');
  return (
    <ViewFrame title={name} kind={state.status === 'done' ? 'task' : 'child'} depth={depth} bodyRef={body}>
      {wallet && hasConnector ? (
        <Connecting wallet={wallet} state={state} onRetry={retry} />
      ) : (
        <GetWallet
          name={name}
          wallet={wallet}
          namespace={namespace}
          {...(depth > 0 ? { onOther: () => goBack(kit) } : {})}
        />
      )}
    </ViewFrame>
  );
}

/** Whether an earlier request waits in the wallet that is being connected. */
const hasWaitingRequest = ({ namespaces }: LatchkitState) =>
  Object.values(namespaces).some(
    ({ connection }) => connection.status === 'connecting' && connection.isWaiting,
  );

interface ConnectingProps {
  wallet: WalletItem;
  state: ShownAttempt;
  onRetry: () => void;
}

function Connecting({ wallet, state, onRetry }: ConnectingProps) {
  const { text } = useModal();
  const { name, imageUrl } = wallet;
  const slots = { wallet: name };
  const isWaiting = useKitState(hasWaitingRequest);
  const silent = useSilence(state.status === 'waiting') || isWaiting;
  const wait = {
    title: text.t('connecting.waitTitle', slots),
    text: text.t(silent ? 'connecting.silentText' : 'connecting.waitText', slots),
  };
  return (
    <>
      <ConnectHero name={name} imageUrl={imageUrl} state={state} wait={wait} />
      <ConnectAgain state={state} onRetry={onRetry} />
      {state.status === 'waiting' && (
        <div className="lk-actions">
          <Button variant="quiet" size="md" icon="again" onClick={onRetry}>
            {text.t('connecting.openAgain', slots)}
          </Button>
        </div>
      )}
    </>
  );
}
