import type { CaipNetworkId } from '../../protocol/caip.js';
import { namespaceOf } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { NetworkIdOf } from '../adapter/NetworkIdOf.js';

/** The address of Multicall3 on nearly every EVM network. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

interface BuiltIn {
  readonly id: number | string;
  readonly caipNetworkId?: CaipNetworkId;
  readonly name: string;
  /** Name, symbol and decimals of the native currency. */
  readonly currency: readonly [string, string, number];
  /** Name and address of the block explorer. */
  readonly explorer: readonly [string, string];
  readonly testnet?: true;
  /** The address of Multicall3, if it differs from the usual one. */
  readonly multicall3?: string;
}

/** Defines one of the supported networks. Its reads use the host's `rpcUrls`, the gateway, or the wallet. */
export function builtInNetwork<const Input extends BuiltIn>(input: Input): CaipNetwork<NetworkIdOf<Input>> {
  const caipNetworkId = (input.caipNetworkId ?? `eip155:${input.id}`) as NetworkIdOf<Input>;
  const [name, symbol, decimals] = input.currency;
  const chainNamespace = namespaceOf(caipNetworkId);
  return {
    id: input.id,
    caipNetworkId,
    chainNamespace,
    name: input.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: input.explorer[0], url: input.explorer[1] } },
    ...(chainNamespace === 'eip155'
      ? { contracts: { multicall3: { address: input.multicall3 ?? MULTICALL3 } } }
      : {}),
    testnet: input.testnet ?? false,
    assets: { imageId: String(input.id) },
  };
}
