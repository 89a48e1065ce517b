import { createConfig, http } from 'wagmi';
import { anvil, mainnet } from 'wagmi/chains';
import { chainUrl } from './chainUrl';

/** The host's existing wagmi configuration. */
export const wagmiConfig = createConfig({
  chains: [anvil, mainnet],
  transports: { [anvil.id]: http(chainUrl), [mainnet.id]: http() },
});
