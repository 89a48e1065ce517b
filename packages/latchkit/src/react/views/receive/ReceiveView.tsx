import type { CaipNetwork } from '../../../core/index.js';
import type { Text } from '../../modal/createText.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useCopyAddress } from '../../modal/useCopyAddress.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { QrCode } from '../../primitives/QrCode.js';
import { receiveCss } from '../../theme/receive.css.gen.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { useConnectedChain } from '../useConnectedChain.js';

/** The account's address, to be paid to: as a code, in full, and to copy. */
export function ReceiveView({ depth }: ViewProps) {
  const { text } = useModal();
  const chain = useConnectedChain();
  const address = chain?.account.address;
  const { copied, copy } = useCopyAddress(address);
  useStyles(receiveCss);
  const title = text.t('receive.title');
  if (!chain || !address)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  return (
    <ViewFrame title={title} kind="child" depth={depth}>
      <div className="lk-card lk-receive">
        <QrCode
          text={address}
          label={text.t('receive.qr')}
          level="quartile"
          mark={<Avatar address={address} url={chain.profileImage} />}
        />
        {chain.profileName && (
          <p className="lk-receive-name">
            <bdi>{chain.profileName}</bdi>
          </p>
        )}
        <FullAddress address={address} />
      </div>
      <Button variant={copied ? 'secondary' : 'primary'} icon={copied ? 'check' : 'copy'} onClick={copy}>
        {text.t(copied ? 'action.addressCopied' : 'action.copyAddress')}
      </Button>
      <div className="lk-nets">
        <span className="lk-stack">
          {chain.networks.slice(0, 4).map(network => (
            <span key={network.caipNetworkId}>
              <NetworkCoin network={network} size={20} />
            </span>
          ))}
        </span>
        <span>{networkLine(text, chain.networks)}</span>
      </div>
    </ViewFrame>
  );
}

/** The whole address, both ends stressed: those are what people compare. */
function FullAddress({ address }: { address: string }) {
  return (
    <p className="lk-address-full" translate="no">
      {address.slice(0, 4)}
      <i>{address.slice(4, -6)}</i>
      {address.slice(-6)}
    </p>
  );
}

function networkLine(text: Text, networks: readonly CaipNetwork[]): string {
  const [first, second, ...more] = networks.map(({ name }) => name);
  if (!first) return '';
  if (!second) return text.t('receive.worksOn', { network: first });
  if (more.length === 0) return text.t('receive.worksOnTwo', { network: first, second });
  return text.plural('receive.worksOnMore', more.length, { network: first, second });
}
