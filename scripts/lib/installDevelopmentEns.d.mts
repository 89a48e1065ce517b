import type { Address, Hex } from 'viem';

/** ENS's registry has the address that it has on Ethereum. */
export const REGISTRY: Address;

/** The universal resolver, which clients call. */
export const UNIVERSAL_RESOLVER: Address;

/** Deploys ENS to a development chain, and the resolver of a gateway's names if it has names. */
export function installEns(options: {
  readonly gateway: string;
  readonly rpcUrl: string;
  readonly deployNameResolver: (options: {
    readonly rpcUrl: string;
    readonly key: Hex;
    readonly url: string;
    readonly signer: Address;
  }) => Promise<Address>;
}): Promise<void>;
