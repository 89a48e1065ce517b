import { InvalidCaipAddressError, InvalidCaipNetworkIdError } from './caipErrors.js';

/** The namespaces that Latchkit supports (CAIP-2 namespace part). */
export const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const;

/** A CAIP-2 namespace that Latchkit supports. */
export type ChainNamespace = (typeof NAMESPACES)[number];

/** A CAIP-2 chain id, `namespace:reference`, for example `eip155:1`. */
export type ChainId = `${string}:${string}`;

/** A CAIP-10 account id, `namespace:reference:address`. */
export type CaipAddress = `${string}:${string}:${string}`;

const NETWORK_ID = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/;
const ADDRESS = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/;

/** Whether `value` is a namespace that Latchkit supports. */
export function isNamespace(value: unknown): value is ChainNamespace {
  return (NAMESPACES as readonly unknown[]).includes(value);
}

/** Whether `value` is a CAIP-2 chain id. */
export function isChainId(value: unknown): value is ChainId {
  return typeof value === 'string' && NETWORK_ID.test(value);
}

/**
 * Splits a CAIP-2 chain id.
 *
 * @throws InvalidCaipNetworkIdError if `id` does not have the form `namespace:reference`.
 * @see https://chainagnostic.org/CAIPs/caip-2
 *
 * @example
 * const { reference } = parseChainId('eip155:1'); // '1'
 */
export function parseChainId(id: string): { namespace: string; reference: string } {
  const match = NETWORK_ID.exec(id);
  if (!match) throw new InvalidCaipNetworkIdError(id);
  return { namespace: match[1] as string, reference: match[2] as string };
}

/**
 * Splits a CAIP-10 account id.
 *
 * @throws InvalidCaipAddressError if `caipAddress` does not have the form `namespace:reference:address`.
 * @see https://chainagnostic.org/CAIPs/caip-10
 *
 * @example
 * const { address } = parseCaipAddress('eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
 */
export function parseCaipAddress(caipAddress: string): {
  namespace: string;
  reference: string;
  address: string;
} {
  const match = ADDRESS.exec(caipAddress);
  if (!match) throw new InvalidCaipAddressError(caipAddress);
  return { namespace: match[1] as string, reference: match[2] as string, address: match[3] as string };
}

/** The namespace of a well-formed chain id. */
export function namespaceOf(id: ChainId): ChainNamespace {
  return id.slice(0, id.indexOf(':')) as ChainNamespace;
}
