import { shortenAddress } from '../../../core/index.js';
import { receiverWarnings } from '../../../internal/index.js';
import { Notice } from '../../primitives/Notice.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

export interface ReceiverWarningsProps {
  isContract: boolean;
  /** Show only problems, not that the receiver is new. */
  brief?: boolean;
  /** The visitor has heard them in this review, before the wallet was asked. */
  heard?: boolean;
}

/** Warnings about the receiver: the visitor's own address, a look-alike address, a contract, a new address. */
export function ReceiverWarnings({ isContract, brief, heard }: ReceiverWarningsProps) {
  const { kit, text } = useModal();
  const { receiverAddress, receiverProfileName } = useKitState(state => state.send);
  if (!receiverAddress) return null;
  const [warning] = receiverWarnings(kit);
  const name = receiverProfileName ?? shortenAddress(receiverAddress);
  return (
    <>
      {warning?.kind === 'lookAlike' && (
        <Notice tone="danger" title={text.t('send.lookAlikeTitle')}>
          {text.rich('send.lookAlike', { known: <span className="lk-whole">{warning.similarTo}</span> })}
          <span className="lk-whole">{receiverAddress}</span>
        </Notice>
      )}
      {warning?.kind === 'self' && (
        <Notice tone="warning" heard={heard}>
          {text.t('send.self')}
        </Notice>
      )}
      {isContract && (
        <Notice tone="warning" heard={heard}>
          {text.t('send.contract')}
        </Notice>
      )}
      {warning?.kind === 'firstTime' && !brief && (
        <Notice tone="info" heard={heard}>
          {text.t('send.firstTime', { receiver: name })}
        </Notice>
      )}
    </>
  );
}
