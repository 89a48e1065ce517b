import { useEffect, useRef } from 'react';
import { currentView, listSendTokens, loadSend, navigate, refreshReceiver } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Facts } from '../../primitives/Facts.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useLiveBalances } from '../useLiveBalances.js';
import { AmountCard } from './AmountCard.js';
import { feeFacts } from './feeFacts.js';
import { ReceiverField } from './ReceiverField.js';
import { ReceiverWarnings } from './ReceiverWarnings.js';
import { sendCheck } from './sendCheck.js';
import { usePreparedSend } from './usePreparedSend.js';

/** The amount, token and receiver of a payment. The next step is the review. */
export function SendView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const send = useKitState(state => state.send);
  const preparedSend = usePreparedSend();
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  const account = chain?.account.caipAddress;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has other tokens
  useEffect(() => {
    void loadSend(kit);
  }, [kit, account]);
  useLiveBalances(account);
  const { balance, tokenBalance } = chain ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrived can be sent
  useEffect(() => listSendTokens(kit), [kit, balance, tokenBalance]);
  useGlide(body, `${send.receiverStatus} ${send.receiverAddress}`);
  const { token } = send;
  const title = text.t('send.title');
  if (!chain || !token)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  const { network } = chain;
  const { prepared, status } = preparedSend;
  const typo = status === 'typo';
  const problem = sendCheck(send, prepared);
  const isBlocked = problem !== undefined || typo;
  const review = async () => {
    const isReady = await refreshReceiver(kit);
    // The visitor may have left meanwhile.
    const { modal } = kit.store.getState();
    if (isReady && modal.open && currentView(modal).name === 'Send') navigate(kit, { name: 'SendReview' });
  };
  return (
    <ViewFrame title={title} kind="child" depth={depth} bodyRef={body}>
      <AmountCard token={token} network={network} prepared={prepared} problem={problem} />
      <ReceiverField network={network} typo={typo} />
      {!typo && <ReceiverWarnings isContract={prepared?.receiverIsContract === true} brief />}
      <Facts facts={feeFacts(text, preparedSend, network, send.tokenBalances[0])} />
      <Button disabled={isBlocked} returnKey="review" onClick={() => void review()}>
        {text.t(problem?.kind === 'tooMuch' ? 'send.lower' : 'send.review')}
      </Button>
    </ViewFrame>
  );
}
