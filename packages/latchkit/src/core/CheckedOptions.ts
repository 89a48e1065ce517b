import type { CaipNetworkId } from '../protocol/caip.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { NamespaceOf, NetworkIdOf } from './adapter/NetworkIdOf.js';
import type { LatchkitOptions } from './LatchkitOptions.js';
import type { NetworkInput } from './networks/defineNetwork.js';

/**
 * Options with compile-time checks: `defaultNetwork` is one of the networks, and each network has an adapter for its namespace.
 * `createLatchkit` checks at run time what the compiler cannot know.
 */
export type CheckedOptions<
  Networks extends readonly NetworkInput[],
  Adapters extends readonly ChainAdapter[],
> = Omit<LatchkitOptions, 'networks' | 'adapters' | 'defaultNetwork'> & {
  readonly networks: Networks & Served<NetworkIdOf<Networks[number]>, Adapters[number]['namespace']>;
  readonly adapters?: Adapters | undefined;
  readonly defaultNetwork?: NetworkIdOf<Networks[number]> | undefined;
};

/** Without adapters, as in the modal's basic mode, every namespace is allowed. */
type Served<Id extends CaipNetworkId, Namespace> = [Namespace] extends [never]
  ? unknown
  : CaipNetworkId extends Id
    ? unknown
    : NamespaceOf<Id> extends Namespace
      ? unknown
      : readonly { readonly chainNamespace: Namespace }[];
