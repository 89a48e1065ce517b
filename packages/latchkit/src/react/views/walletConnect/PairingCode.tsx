import { QrCode } from '../../primitives/QrCode.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { PairingProps } from './Pairing.js';
import { PairingActions } from './PairingActions.js';
import { PairingProblem } from './PairingProblem.js';
import { QrGhost } from './QrGhost.js';
import type { ShownPairing } from './usePairing.js';

export type PairingCodeProps = Pick<PairingProps, 'name' | 'imageUrl' | 'wallet'> & {
  pairing: ShownPairing;
};

/** The pairing as a QR code for a phone's camera. A new code replaces the previous one without flicker. */
export function PairingCode({ pairing, name, imageUrl, wallet }: PairingCodeProps) {
  const { text } = useModal();
  const slots = { wallet: name };
  const mark = <WalletImage name={name} url={imageUrl} />;
  if (pairing.problem) {
    return (
      <>
        <PairingProblem pairing={pairing} />
        <PairingActions pairing={pairing} wallet={wallet} />
      </>
    );
  }
  return (
    <>
      <div className="lk-pairing-code lk-card">
        {pairing.uri === undefined ? (
          <QrGhost label={text.t('pair.qrLoading')} mark={mark} />
        ) : (
          <QrCode
            text={pairing.uri}
            label={wallet ? text.t('pair.qr', slots) : text.t('pair.qrAny')}
            level="medium"
            mark={mark}
          />
        )}
      </div>
      <p className="lk-caption">{wallet ? text.t('pair.scan', slots) : text.t('pair.scanAny')}</p>
      <PairingActions pairing={pairing} wallet={wallet} />
    </>
  );
}
