import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  close,
  getAccount,
  goBack,
  type LatchkitState,
  shortenAddress,
  type WalletItem,
  walletItem,
} from '../../../core/index.js';
import type { AttemptState } from '../../modal/connectAttempt.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useGlide } from '../../modal/useGlide.js';
import { useKitState } from '../../modal/useKitState.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { failureTexts } from './failureTexts.js';
import { GetWallet } from './GetWallet.js';

/** How long 'Connected' is shown before the modal closes, in milliseconds. */
const DONE_STAYS = 900;

/** Connects a chosen wallet [VIEW-09], or says how to get it. */
export function ConnectingExternalView({ view, depth }: ViewProps) {
  const { kit, attempt, text } = useModal();
  const walletId = view.name === 'ConnectingExternal' ? view.walletId : '';
  const found = useKitState(state => walletItem(kit, state, walletId));
  // A wallet that leaves the list while it connects still has its name here.
  const [first] = useState(found);
  const wallet = found ?? first;
  const hasConnector = wallet?.connector !== undefined;
  const wanted = view.name === 'ConnectingExternal' ? view.namespace : undefined;
  const current = useSyncExternalStore(attempt.subscribe, attempt.get, attempt.get);
  const state = 'walletId' in current && current.walletId === walletId ? current : WAITING;
  const body = useRef<HTMLDivElement>(null);
  useGlide(body, state.status);

  useEffect(() => {
    const standing = attempt.get();
    const isBegun = 'walletId' in standing && standing.walletId === walletId;
    // Opened by the host, and not by a click on the wallet's row, which has begun the attempt.
    if (hasConnector && !isBegun) attempt.start(walletId, wanted);
  }, [attempt, walletId, hasConnector, wanted]);
  useEffect(() => () => attempt.leave(), [attempt]);
  // Where the host wants a signature too, the modal goes on to it and not away.
  const isChecking = useKitState(isSignInUnknown);
  useEffect(() => {
    if (state.status !== 'done' || isChecking) return;
    const timer = setTimeout(() => close(kit, { force: true }), DONE_STAYS);
    return () => clearTimeout(timer);
  }, [kit, state.status, isChecking]);

  const name = wallet?.name ?? text.t('connect.titlePlain');
  return (
    <ViewFrame title={name} kind={state.status === 'done' ? 'task' : 'child'} depth={depth} bodyRef={body}>
      {wallet && hasConnector ? (
        <Connecting wallet={wallet} state={state} onRetry={() => attempt.start(walletId, wanted)} />
      ) : (
        <GetWallet name={name} wallet={wallet} {...(depth > 0 ? { onOther: () => goBack(kit) } : {})} />
      )}
    </ViewFrame>
  );
}

const isSignInUnknown = ({ signIn }: LatchkitState) => signIn.checking.length > 0;

const WAITING = { status: 'waiting' } as const;

interface ConnectingProps {
  wallet: WalletItem;
  state: AttemptState | typeof WAITING;
  onRetry: () => void;
}

const RINGS = { idle: 'wait', waiting: 'wait', done: 'done', failed: 'error' } as const satisfies Record<
  AttemptState['status'],
  RingState
>;

function Connecting({ wallet, state, onRetry }: ConnectingProps) {
  const { kit, text } = useModal();
  const account = useKitState(getAccount);
  const slots = { wallet: wallet.name };
  let title = text.t('connecting.waitTitle', slots);
  let detail: ReactNode = text.t('connecting.waitText', slots);
  if (state.status === 'done') {
    title = text.t('connecting.doneTitle');
    const short = <strong className="lk-addr">{shortenAddress(account.address ?? '')}</strong>;
    detail = account.address ? text.rich('connecting.doneText', { account: short }) : null;
  } else if (state.status === 'failed') {
    ({ title, detail } = failureTexts(text, state.error, wallet.name, kit.options.metadata?.name));
  }
  return (
    <>
      <Hero
        live
        alone={state.status === 'done'}
        title={title}
        text={detail}
        mark={
          <Ring state={RINGS[state.status]}>
            <WalletImage name={wallet.name} url={wallet.imageUrl} size="lg" shared />
          </Ring>
        }
      />
      {state.status === 'failed' && (
        <div className="lk-actions">
          <Button onClick={onRetry}>{text.t('action.tryAgain')}</Button>
        </div>
      )}
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
