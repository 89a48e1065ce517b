import type { ReactNode } from 'react';
import type { CaipNetwork } from '../../../core/index.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { useWalletName } from '../useWalletName.js';

export interface NetworkRowProps {
  network: CaipNetwork;
  current?: boolean;
  /** The wallet is being asked. */
  busy?: boolean;
  disabled?: boolean;
  trailing?: ReactNode;
  onPick: (network: CaipNetwork) => void;
}

/** A network to switch to. Its accessible name begins with the network's name. */
export function NetworkRow({ network, current, busy, disabled, trailing, onPick }: NetworkRowProps) {
  const { text } = useModal();
  const wallet = useWalletName(network.chainNamespace);
  let sub: string | undefined;
  if (busy) sub = wallet ? text.t('network.confirm', { wallet }) : text.t('network.confirmPlain');
  if (disabled && wallet) sub = text.t('network.unavailableNote', { wallet });
  return (
    <ListItem
      leading={<NetworkCoin network={network} />}
      title={network.name}
      sub={sub}
      trailing={trailing}
      currentLabel={text.t('network.current')}
      returnKey={`network:${network.caipNetworkId}`}
      onClick={() => disabled || onPick(network)}
      current={current === true}
      busy={busy === true}
      disabled={disabled === true}
    />
  );
}
