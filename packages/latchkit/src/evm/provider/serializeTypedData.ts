import type { TypedData } from '../../core/adapter/ChainAdapter.js';

/** The possible fields of a domain, in EIP-712 order. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Serializes typed data as the JSON that wallets expect for `eth_signTypedData_v4`: adds the domain type if it is
 * missing, and writes bigints as decimal text.
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
