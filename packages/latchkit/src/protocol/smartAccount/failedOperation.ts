import { isError } from '../BaseError.js';
import type { OperationProblem } from './operationProblem.js';
import { type OperationServers, RpcRefusal, type UserOperationOutcome } from './sendUserOperation.js';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';
import type { UserOperationDraft } from './userOperation.js';

/** How long the node's answers are awaited, in milliseconds. */
const PATIENCE = 5_000;

/** Why a user operation that was sent did not do what it was to do. Never rejects. */
export async function failedOperation(
  operation: Pick<UserOperationDraft, 'sender' | 'callData' | 'callGasLimit'>,
  outcome: UserOperationOutcome,
  servers: Pick<OperationServers, 'node'>,
): Promise<OperationProblem> {
  if (outcome.status === 'expired') return 'expired';
  if (outcome.status !== 'included') return 'nonce';
  return (await lacksGas(operation, outcome.blockNumber, servers)) ? 'gas' : 'reverted';
}

/** Whether the calls fail with their limit of gas and succeed without, in the state after the block that included them. */
async function lacksGas(
  { sender, callData, callGasLimit }: Pick<UserOperationDraft, 'sender' | 'callData' | 'callGasLimit'>,
  block: bigint,
  { node }: Pick<OperationServers, 'node'>,
): Promise<boolean> {
  if (!callGasLimit) return false;
  const call = { from: SMART_ACCOUNT_V1.entryPoint, to: sender, data: callData };
  const signal = AbortSignal.timeout(PATIENCE);
  const succeeds = (gas: object) =>
    node('eth_call', [{ ...call, ...gas }, `0x${block.toString(16)}`], signal).then(
      () => true,
      // A node that does not respond says nothing about gas.
      error => (isRefusal(error) ? false : undefined),
    );
  if (!(await succeeds({}))) return false;
  return (await succeeds({ gas: `0x${outerGas(callData, BigInt(callGasLimit)).toString(16)}` })) === false;
}

/** Whether a node answered with an error; the wallet page's reader has it as cause. */
const isRefusal = (error: unknown) =>
  error instanceof RpcRefusal ||
  (isError(error) && isError(error.cause) && error.cause.code === 'CALL_FAILED');

/** The gas of a transaction whose call gets so much: its own cost by EIP-2028 is added, and it is never below the least of EIP-7623. */
function outerGas(callData: string, gas: bigint): bigint {
  let [usual, least] = [gas, 0n];
  for (const byte of callData.slice(2).match(/../g) ?? []) {
    usual += byte === '00' ? 4n : 16n;
    least += byte === '00' ? 10n : 40n;
  }
  return 21_000n + (usual > least ? usual : least);
}
