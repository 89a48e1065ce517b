import type { CaipNetwork } from '../../core/index.js';
import { Coin, type CoinProps } from '../primitives/Coin.js';

/** A network's logo. */
export function NetworkCoin({ network, ...props }: { network: CaipNetwork } & Pick<CoinProps, 'size'>) {
  const { caipNetworkId: id } = network;
  // A network that the host doesn't list has no name.
  const name = network.unsupported ? '' : network.name;
  return <Coin id={id} name={name} url={network.assets?.imageUrl} {...props} />;
}
