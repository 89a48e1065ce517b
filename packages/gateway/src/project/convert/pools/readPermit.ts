import {
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toBytes,
} from 'viem';
import type { PermitForm } from '../SwapEngine.js';
import { type BatchPlace, callMulticall } from './callMulticall.js';

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
]);

/** Type of the signed message (EIP-2612). A token that names another type has a different kind of permit. */
const PERMIT_TYPE = keccak256(
  toBytes('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
);

/**
 * What an account signs to permit its tokens (EIP-2612); undefined if the token has no such permit, or its domain is not known.
 *
 * @throws RpcError
 */
export async function readPermit(
  place: BatchPlace,
  token: Hex,
  account: Hex,
): Promise<PermitForm | undefined> {
  const names = ['name', 'version', 'DOMAIN_SEPARATOR', 'PERMIT_TYPEHASH'] as const;
  const reads = names.map(functionName => encodeFunctionData({ abi, functionName }));
  const nonces = encodeFunctionData({ abi, functionName: 'nonces', args: [account] });
  const calls = [...reads, nonces].map(callData => ({ target: token, callData }));
  const { results } = await callMulticall(place, calls);
  const [name, version, separator, type] = names.map((functionName, index) => {
    const data = results[index];
    return data && read(() => decodeFunctionResult({ abi, functionName, data }));
  });
  const data = results[names.length];
  const nonce = data && read(() => decodeFunctionResult({ abi, functionName: 'nonces', data }));
  if (name === undefined || separator === undefined || nonce === undefined) return undefined;
  if (type !== undefined && type !== PERMIT_TYPE) return undefined;
  const chainId = Number(place.chainId.slice('eip155:'.length));
  const versions = version === undefined ? ['1', undefined, '2'] : [version];
  const known = versions.findIndex(one => {
    const domain = {
      name,
      chainId,
      verifyingContract: token,
      ...(one === undefined ? {} : { version: one }),
    };
    return domainSeparator({ domain }) === separator;
  });
  return known < 0 ? undefined : { name, version: versions[known], nonce };
}

/** A result; undefined if the contract answers something else. */
function read<Result>(decode: () => Result): Result | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
