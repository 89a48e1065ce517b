import { BaseError, type ContractFunctionRevertedError, decodeErrorResult, isHex } from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { type RPC_CODES, RpcError } from './RpcError.js';

/** The codes of the EntryPoint's reasons, by their first characters. */
const CODES: readonly (readonly [prefix: string, code: keyof typeof RPC_CODES])[] = [
  ['AA24', 'invalidSignature'],
  ['AA34', 'invalidSignature'],
  ['AA22', 'expired'],
  ['AA32', 'expired'],
  ['AA3', 'paymasterRejected'],
  ['AA', 'rejected'],
];

/** Turns a failed simulation into the error of ERC-7769 with the EntryPoint's reason. */
export function refusalOf(error: unknown): RpcError {
  const reason = reasonOf(error);
  const found = CODES.find(([prefix]) => reason.startsWith(prefix));
  return new RpcError(found?.[1] ?? 'rejected', reason);
}

/** The text of `FailedOp` or `FailedOpWithRevert`, or what the node said. */
function reasonOf(error: unknown): string {
  if (!(error instanceof BaseError)) return 'The simulation failed.';
  const data = revertDataOf(error);
  if (data === undefined) return error.shortMessage;
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint07Abi, data });
    if (errorName === 'FailedOp' || errorName === 'FailedOpWithRevert') return String(args?.[1]);
    return errorName;
  } catch {
    return error.shortMessage;
  }
}

function revertDataOf(error: BaseError): `0x${string}` | undefined {
  const found = error.walk(one => isHex(dataOf(one)) && dataOf(one) !== '0x');
  const data = dataOf(found);
  return isHex(data) ? data : undefined;
}

/** Nodes give the data in `data`, or in `data.data`; viem's revert error in `raw`. */
function dataOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  const { raw, data } = error as Partial<ContractFunctionRevertedError> & { data?: unknown };
  if (raw !== undefined) return raw;
  return typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
}
