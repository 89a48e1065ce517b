import type { CaipNetwork, Latchkit } from '../../core/index.js';
import { assetImageUrl } from '../../internal/index.js';
import { Coin, type CoinProps } from '../primitives/Coin.js';
import { useModal } from '../runtime/ModalContext.js';

/** A network's logo. */
export function NetworkCoin({ network, ...props }: { network: CaipNetwork } & Pick<CoinProps, 'size'>) {
  const { kit } = useModal();
  const { caipNetworkId: id } = network;
  // A network that the host doesn't list has no name.
  const name = network.unsupported ? '' : network.name;
  return <Coin id={id} name={name} url={networkImageUrl(kit, network)} {...props} />;
}

/** The URL of a network's image: the host's own, else the gateway's. If undefined, draw a monogram. */
function networkImageUrl(kit: Latchkit, { assets }: CaipNetwork): string | undefined {
  return assets?.imageUrl ?? (assets?.imageId ? assetImageUrl(kit, assets.imageId) : undefined);
}
