import { useEffect, useRef, useState } from 'react';
import type { BaseError } from '../../../core/index.js';
import { goBack, parseAmount, receiverWarnings } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Notice } from '../../primitives/Notice.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { agreeCss } from '../../theme/agree.css.gen.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { shortAmount } from '../formatAmount.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useWalletName } from '../useWalletName.js';
import { ReceiverWarnings } from './ReceiverWarnings.js';
import { ReviewFacts } from './ReviewFacts.js';
import { SendFlow } from './SendFlow.js';
import { SendWaiting } from './SendWaiting.js';
import { sendCheck } from './sendCheck.js';
import { usePreparedSend } from './usePreparedSend.js';
import { useSending } from './useSending.js';

/** The review before the wallet is asked, and the wait for its response. */
export function SendReviewView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const current = useKitState(state => state.send);
  // Sending clears the form, but this view is still shown until the next one appears.
  const last = useRef(current);
  if (current.token && current.receiverAddress) last.current = current;
  const send = last.current;
  const preparedSend = usePreparedSend();
  const sending = useSending();
  const wallet = useWalletName() ?? text.t('send.yourWallet');
  const [compared, setCompared] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  useStyles(agreeCss);
  useGlide(body, sending.status);
  const isEmpty = !send.token || !send.receiverAddress;
  useEffect(() => {
    // The host opened the view without a payment to review.
    if (isEmpty && depth > 0) goBack(kit);
  }, [kit, isEmpty, depth]);
  const waits = sending.status === 'waiting' || sending.status === 'asking';
  const title = text.t('send.reviewTitle');
  if (!chain || !send.token || !send.receiverAddress)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  if (waits)
    return (
      <ViewFrame title={wallet} kind="task" depth={depth} bodyRef={body}>
        <SendWaiting sending={sending} wallet={wallet} />
      </ViewFrame>
    );
  const { network } = chain;
  const { prepared } = preparedSend;
  const isLookAlike = receiverWarnings(kit).some(({ kind }) => kind === 'lookAlike');
  const problem = sendCheck(send, prepared);
  const failure = sending.status === 'failed' ? sendFailure(text, sending.error, wallet) : undefined;
  const amount = `${shortAmount(parseAmount(send.sendTokenAmount ?? '') ?? '0', text.locale)} ${send.token.symbol}`;
  return (
    <ViewFrame title={title} kind="child" depth={depth} bodyRef={body}>
      <SendFlow send={send} />
      <ReviewFacts send={send} network={network} preparedSend={preparedSend} />
      <ReceiverWarnings isContract={prepared?.receiverIsContract === true} />
      {prepared?.refusal !== undefined && (
        <Notice tone="danger">{text.t('send.refused', { reason: prepared.refusal })}</Notice>
      )}
      {failure && (
        <Notice tone="danger" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      {isLookAlike && (
        <label className="lk-agree">
          <input
            type="checkbox"
            checked={compared}
            onChange={event => setCompared(event.currentTarget.checked)}
          />
          <span>{text.t('send.lookAlikeAgree')}</span>
        </label>
      )}
      <Button disabled={problem !== undefined || (isLookAlike && !compared)} onClick={sending.start}>
        {text.t('send.sendAmount', { amount })}
      </Button>
    </ViewFrame>
  );
}

/** Why sending failed; it also confirms that nothing was sent. */
function sendFailure(
  text: Text,
  error: BaseError | undefined,
  wallet: string,
): { readonly title: string; readonly text: string } {
  if (error?.code === 'REQUEST_REJECTED') {
    return { title: text.t('send.declinedTitle'), text: text.t('send.declined', { wallet }) };
  }
  return { title: text.t('send.failedTitle'), text: text.t('send.failed', { wallet }) };
}
