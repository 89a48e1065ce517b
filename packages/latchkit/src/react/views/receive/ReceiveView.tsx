import { useId, useState } from 'react';
import type { CaipNetwork, ChainNamespace, TokenBalance } from '../../../core/index.js';
import { paymentRequest } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { FullAddress } from '../../primitives/FullAddress.js';
import { Icon } from '../../primitives/Icon.js';
import { QrCode } from '../../primitives/QrCode.js';
import { Said } from '../../primitives/Said.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { useStyles } from '../../runtime/useStyles.js';
import { receiveCss } from '../../theme/receive.css.gen.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useLiveBalances } from '../useLiveBalances.js';
import { RequestCard } from './RequestCard.js';

/** A requested payment. */
interface Wanted {
  readonly amount: string;
  /** Undefined: the network's native currency. */
  readonly token: TokenBalance | undefined;
}

/** Namespaces in which an address is the same on all networks. */
const SHARED: readonly ChainNamespace[] = ['eip155', 'solana'];

const NOTHING: Wanted = { amount: '', token: undefined };

/** The account's address to receive payments: as a QR code, in full, and to copy; or a payment request as a link. */
export function ReceiveView({ depth }: ViewProps) {
  const { text } = useModal();
  const chain = useConnectedChain();
  const address = chain?.account.address;
  const [wanted, setWanted] = useState<Wanted>();
  // While the input isn't a valid amount, the last code stays.
  const link = chain && address && wanted && paymentRequest({ address, network: chain.network, ...wanted });
  const addressCopy = useCopy(address);
  const linkCopy = useCopy(link);
  useLiveBalances(chain?.account.caipAddress);
  useStyles(receiveCss);
  const title = text.t('receive.title');
  if (!chain || !address)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  const { copied, copy } = wanted ? linkCopy : addressCopy;
  const networks = SHARED.includes(chain.network.chainNamespace) ? chain.networks : [chain.network];
  const canAsk = paymentRequest({ address, network: chain.network }) !== undefined;
  const copyText = wanted ? text.t('receive.copyLink') : text.t('action.copyAddress');
  const copiedText = wanted ? text.t('toast.linkCopied') : text.t('action.addressCopied');
  return (
    <ViewFrame title={title} kind="child" depth={depth}>
      <div className="lk-card lk-receive">
        <QrCode
          text={link ?? address}
          label={text.t(wanted ? 'receive.requestQr' : 'receive.qr')}
          level={wanted ? 'medium' : 'quartile'}
          mark={<Avatar address={address} url={chain.profileImage} />}
        />
        {chain.profileName && (
          <p className="lk-receive-name">
            <bdi>{chain.profileName}</bdi>
          </p>
        )}
        <FullAddress address={address} />
      </div>
      {wanted && (
        <RequestCard
          chain={chain}
          amount={wanted.amount}
          token={wanted.token}
          onAmount={amount => setWanted({ ...wanted, amount })}
          onToken={token => setWanted({ ...wanted, token })}
          invalid={link === undefined}
        />
      )}
      <Button
        variant={copied ? 'secondary' : 'primary'}
        icon={copied ? 'check' : 'copy'}
        disabled={wanted !== undefined && link === undefined}
        onClick={copy}
      >
        {copied ? copiedText : copyText}
      </Button>
      <Said>{copied && copiedText}</Said>
      {canAsk && (
        <Button variant="quiet" size="md" onClick={() => setWanted(wanted ? undefined : NOTHING)}>
          {text.t(wanted ? 'receive.addressOnly' : 'receive.request')}
        </Button>
      )}
      {!wanted && <Networks networks={networks} />}
    </ViewFrame>
  );
}

/** Where the address works: the logos, and below them the names, all of them after a press. */
export function Networks({ networks }: { networks: readonly CaipNetwork[] }) {
  const { text } = useModal();
  const [open, setOpen] = useState(false);
  const id = useId();
  const line = networkLine(text, networks);
  return (
    <div className="lk-nets">
      {!open && (
        <span className="lk-stack">
          {networks.slice(0, 4).map(network => (
            <span key={network.caipNetworkId}>
              <NetworkCoin network={network} size={20} />
            </span>
          ))}
        </span>
      )}
      {networks.length > 2 ? (
        <button
          className="lk-nets-more"
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {line} <Icon name="down" size="sm" />
        </button>
      ) : (
        <p>{line}</p>
      )}
      {open && (
        // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
        <ul id={id} role="list" className="lk-nets-all">
          {networks.map(network => (
            <li key={network.caipNetworkId}>
              <NetworkCoin network={network} size={20} />
              <bdi>{network.name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function networkLine(text: Text, networks: readonly CaipNetwork[]): string {
  const [first, second, ...more] = networks.map(({ name }) => name);
  if (!first) return '';
  if (!second) return text.t('receive.worksOn', { network: first });
  if (more.length === 0) return text.t('receive.worksOnTwo', { network: first, second });
  return text.plural('receive.worksOnMore', more.length, { network: first, second });
}
