import type { TypedData } from '../../core/adapter/ChainAdapter.js';

/** The fields that a domain can have, in the order of EIP-712. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Typed data as the JSON text that wallets take for `eth_signTypedData_v4`: the type of the domain is added where it is
 * missing, bigints are decimal text.
 *
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function serializeTypedData({ domain, types, primaryType, message }: TypedData): string {
  const EIP712Domain = DOMAIN_FIELDS.filter(
    ({ name }) => domain[name] !== undefined && domain[name] !== null,
  );
  return JSON.stringify(
    { domain, types: { EIP712Domain, ...types }, primaryType, message },
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
}
