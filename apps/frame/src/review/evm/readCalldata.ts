import {
  type AbiFunction,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';

/** The supported functions: ERC-20, ERC-721, ERC-1155, EIP-2612, DAI, EIP-3009, Permit2, Safe's MultiSend and Safe itself. */
const FUNCTIONS = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function multiSend(bytes transactions)',
]);

const BY_SELECTOR: ReadonlyMap<string, AbiFunction> = new Map(
  FUNCTIONS.map(one => [toFunctionSelector(one), one]),
);

/** A decoded call of a supported function. */
export interface KnownCall {
  /** In Solidity notation: `transfer(address,uint256)`. */
  readonly signature: string;
  readonly args: readonly unknown[];
}

/**
 * Decodes the calldata of a supported function, only in the encoding that compilers produce: a contract might read other
 * encodings differently.
 */
export function readCalldata(data: Hex): KnownCall | undefined {
  const known = BY_SELECTOR.get(data.slice(0, 10).toLowerCase());
  if (known === undefined) return undefined;
  const body: Hex = `0x${data.slice(10).toLowerCase()}`;
  try {
    const args = decodeAbiParameters(known.inputs, body);
    if (encodeAbiParameters(known.inputs, args) !== body) return undefined;
    return { signature: `${known.name}(${known.inputs.map(({ type }) => type).join(',')})`, args };
  } catch {
    return undefined;
  }
}
