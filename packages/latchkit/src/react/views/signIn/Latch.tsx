import { Avatar } from '../../primitives/Avatar.js';
import { firstLetter } from '../../primitives/firstLetter.js';
import { useImage } from '../../primitives/useImage.js';
import { useModal } from '../../runtime/ModalContext.js';

export interface LatchProps {
  address: string;
  /** The account's image, if it has one. */
  url: string | undefined;
  /** The account's mark moves towards the notch. */
  waiting: boolean;
}

/** The site's mark with a notch into which the account's mark fits. */
export function Latch({ address, url, waiting }: LatchProps) {
  const { kit, text } = useModal();
  const { name, icons } = kit.options.metadata ?? {};
  const icon = icons?.[0];
  const status = useImage(icon);
  const label = name ? text.t('signIn.parties', { dapp: name }) : text.t('signIn.partiesPlain');
  return (
    <div className="lk-latch" role="img" aria-label={label} data-state={waiting ? 'wait' : undefined}>
      <span className="lk-latch-site" translate="no">
        {status === 'ready' ? (
          <img src={icon} alt="" draggable="false" />
        ) : (
          firstLetter(name ?? location.hostname)
        )}
      </span>
      <span className="lk-latch-user">
        <Avatar address={address} url={url} size={72} />
      </span>
    </div>
  );
}
