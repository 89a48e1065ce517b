import { formatUnits, type PayState } from '../../../core/index.js';
import { amountDue, paymentRequest } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { QrCode } from '../../primitives/QrCode.js';
import { Said } from '../../primitives/Said.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { isTimeShown, payAmount, TimeLeft } from './Bill.js';

/** The payment as a QR code for another wallet; the gateway sees when it arrives. */
export function PayScan({ pay, depth }: { pay: PayState; depth: number }) {
  const { text } = useModal();
  const { terms, token, network, solanaReference: reference } = pay;
  const due = amountDue(pay);
  const plain = token && formatUnits(due, token.quantity.decimals);
  const link =
    plain &&
    paymentRequest({
      address: terms.recipient,
      network,
      token: token.address ? token : undefined,
      amount: plain,
      reference,
    });
  const address = useCopy(terms.recipient);
  const amount = useCopy(plain);
  const shown = payAmount(text, pay, due);
  const copied = text.t('pay.copied');
  return (
    <ViewFrame title={text.t('pay.scanTitle')} kind="child" depth={depth}>
      <div className="lk-card lk-scan">
        {link ? (
          <QrCode
            text={link}
            label={text.t('pay.qr', { amount: shown, network: network.name })}
            level="medium"
            mark={<NetworkCoin network={network} size={44} />}
          />
        ) : (
          <Skeleton shape="short" />
        )}
        <p role="status">
          {text.rich('pay.waiting', { amount: <strong>{shown}</strong>, network: network.name })}
        </p>
        {isTimeShown(terms) && terms.expiresAt !== undefined && (
          <p>
            <TimeLeft until={terms.expiresAt} />
          </p>
        )}
      </div>
      <div className="lk-actions lk-pair">
        <Button
          variant="secondary"
          size="md"
          icon={address.copied ? 'check' : 'copy'}
          label={`${text.t('pay.address')}: ${terms.recipient}`}
          onClick={address.copy}
        >
          {text.t('pay.address')}
        </Button>
        <Button variant="secondary" size="md" icon={amount.copied ? 'check' : 'copy'} onClick={amount.copy}>
          {text.t('pay.amount')}
        </Button>
      </div>
      <Said>{(address.copied || amount.copied) && copied}</Said>
    </ViewFrame>
  );
}
