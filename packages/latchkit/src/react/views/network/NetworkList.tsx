import type { CaipNetwork, CaipNetworkId } from '../../../core/index.js';
import { Group } from '../../primitives/Group.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useWalletName } from '../useWalletName.js';
import { NetworkRow } from './NetworkRow.js';
import type { NetworkChoices } from './networkChoices.js';

export interface NetworkListProps {
  choices: NetworkChoices;
  /** Networks of other namespaces are listed too, so this list needs a heading. */
  isNamed: boolean;
  current: CaipNetworkId | undefined;
  /** The network that the wallet is being asked to switch to. */
  pending: CaipNetworkId | undefined;
  onPick: (network: CaipNetwork) => void;
}

/** The networks of one namespace: those to switch to, and those that the connected wallet can't use. */
export function NetworkList({ choices, isNamed, current, pending, onPick }: NetworkListProps) {
  const { text } = useModal();
  const { namespace, usable, unusable } = choices;
  const connected = useKitState(state => state.namespaces[namespace]?.account.isConnected === true);
  const wallet = useWalletName(namespace);
  const name = isNamed
    ? text.t('chain.networks', { chain: text.t(`chain.${namespace}`) })
    : text.t('network.list');
  const row = (network: CaipNetwork, disabled: boolean) => (
    <NetworkRow
      key={network.caipNetworkId}
      network={network}
      current={network.caipNetworkId === current}
      busy={connected && network.caipNetworkId === pending}
      disabled={disabled}
      onPick={onPick}
    />
  );
  return (
    <>
      {isNamed && usable.length > 0 && <SectionTitle title={name} />}
      {usable.length > 0 && <Group label={name}>{usable.map(network => row(network, false))}</Group>}
      {unusable.length > 0 && wallet && (
        <>
          <SectionTitle title={text.t('network.unavailable', { wallet })} />
          <Group label={text.t('network.unavailableList')}>
            {unusable.map(network => row(network, true))}
          </Group>
        </>
      )}
    </>
  );
}

function SectionTitle({ title }: { title: string }) {
  return (
    <div className="lk-section">
      <h3 className="lk-section-title">{title}</h3>
    </div>
  );
}
