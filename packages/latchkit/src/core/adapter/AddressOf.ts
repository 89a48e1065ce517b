import type { ChainNamespace } from '../../protocol/caip.js';

/** An address in this namespace: hex with 0x on EVM. */
export type AddressOf<Namespace extends ChainNamespace> = Namespace extends 'eip155' ? `0x${string}` : string;
