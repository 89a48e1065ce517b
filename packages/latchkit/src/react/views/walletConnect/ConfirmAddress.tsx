import { confirmAddress } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { FullAddress } from '../../primitives/FullAddress.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';

export interface ConfirmAddressProps {
  name: string;
  imageUrl: string | undefined;
  addresses: readonly string[];
}

/** Asks whether the addresses of a session are the visitor's, because its link may have been read on the way. */
export function ConfirmAddress({ name, imageUrl, addresses }: ConfirmAddressProps) {
  const { kit, text } = useModal();
  const answer = (isMine: boolean) => () => void confirmAddress(kit, isMine).catch(() => undefined);
  return (
    <>
      <Hero
        live
        title={text.t('pair.confirmTitle')}
        text={text.t('pair.confirmText', { wallet: name })}
        mark={
          <Ring state="warn">
            <WalletImage name={name} url={imageUrl} size="lg" />
          </Ring>
        }
      />
      <div className="lk-card lk-addresses">
        {addresses.map(address => (
          <FullAddress key={address} address={address} />
        ))}
      </div>
      <div className="lk-actions lk-pair">
        <Button variant="secondary" onClick={answer(false)}>
          {text.t('pair.confirmNo')}
        </Button>
        <Button onClick={answer(true)}>{text.t('pair.confirmYes')}</Button>
      </div>
    </>
  );
}
