import { type CaipNetwork, navigate } from '../../../core/index.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { NetworkCoin } from '../NetworkCoin.js';

/** The network in the account header, which opens the list of networks. */
export function NetworkChip({ network }: { network: CaipNetwork }) {
  const { kit, text } = useModal();
  const unsupported = network.unsupported === true;
  const key = unsupported ? 'account.networkUnsupported' : 'account.network';
  return (
    <button
      className="lk-net"
      type="button"
      data-unsupported={unsupported ? '' : undefined}
      data-return="network"
      aria-label={text.t(key, { network: network.name })}
      onClick={() => navigate(kit, { name: 'SwitchNetwork' })}
    >
      {unsupported ? <Icon name="warning" /> : <NetworkCoin network={network} size={20} />}
      <Icon name="down" size="sm" />
    </button>
  );
}
