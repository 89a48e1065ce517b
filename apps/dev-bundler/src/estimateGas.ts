import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { type Abi, type Hex, maxUint64, parseEther, toHex, zeroAddress } from 'viem';
import { toPackedUserOperation } from 'viem/account-abstraction';
import type { DevelopmentChain } from './DevelopmentChain.js';
import { simulationsCode } from './frozenContracts.js';
import { packedOperationAbi } from './packedOperationAbi.js';
import { RpcError } from './RpcError.js';
import type { Operation } from './readUserOperation.js';
import { refusalOf } from './refusalOf.js';

/** What a bundle costs besides the user operation itself: its base fee and its call data. */
export const PRE_VERIFICATION_GAS = 60_000n;
export const PAYMASTER_VERIFICATION_GAS = 60_000n;
/** The verifying paymaster has no `postOp`. */
export const PAYMASTER_POST_OP_GAS = 1n;

/** Limits of the simulation. */
const MOST_VERIFICATION_GAS = 5_000_000n;
const MOST_CALL_GAS = 10_000_000n;
const MOST_PAYMASTER_GAS = 500_000n;
/** Share of unused call gas that EntryPoint 0.7 charges as a penalty, in percent. */
const PENALTY = 10n;
const MARGIN = 130n;
const CALL_MARGIN = 30_000n;

const simulationsAbi = [
  {
    type: 'function',
    name: 'simulateHandleOp',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'op', type: 'tuple', components: packedOperationAbi },
      { name: 'target', type: 'address' },
      { name: 'targetCallData', type: 'bytes' },
    ],
    outputs: [
      {
        type: 'tuple',
        components: [
          { name: 'preOpGas', type: 'uint256' },
          { name: 'paid', type: 'uint256' },
          { name: 'accountValidationData', type: 'uint256' },
          { name: 'paymasterValidationData', type: 'uint256' },
          { name: 'targetSuccess', type: 'bool' },
          { name: 'targetResult', type: 'bytes' },
        ],
      },
    ],
  },
] as const satisfies Abi;

/** The gas fields of a user operation, as `eth_estimateUserOperationGas` returns them. */
export interface GasEstimate {
  readonly preVerificationGas: Hex;
  readonly verificationGasLimit: Hex;
  readonly callGasLimit: Hex;
  readonly paymasterVerificationGasLimit?: Hex;
  readonly paymasterPostOpGasLimit?: Hex;
}

/**
 * Measures a user operation in an `eth_call`, in which the code of EntryPointSimulations replaces the EntryPoint's.
 *
 * @throws RpcError The EntryPoint would refuse it, or its calls would revert.
 */
export async function estimateGas(chain: DevelopmentChain, draft: Operation): Promise<GasEstimate> {
  const { entryPoint } = SMART_ACCOUNT_V1;
  const operation: Operation = {
    ...draft,
    preVerificationGas: PRE_VERIFICATION_GAS,
    verificationGasLimit: MOST_VERIFICATION_GAS,
    callGasLimit: MOST_CALL_GAS,
    // At this price, what the operation pays is its gas.
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    ...(draft.paymaster && {
      paymasterVerificationGasLimit: MOST_PAYMASTER_GAS,
      paymasterPostOpGasLimit: PAYMASTER_POST_OP_GAS,
    }),
  };
  const { result } = await chain.reader
    .simulateContract({
      address: entryPoint,
      abi: simulationsAbi,
      functionName: 'simulateHandleOp',
      args: [toPackedUserOperation(operation), zeroAddress, '0x'],
      gas: maxUint64 >> 8n,
      stateOverride: [
        { address: entryPoint, code: simulationsCode() },
        { address: operation.paymaster ?? operation.sender, balance: parseEther('100') },
      ],
    })
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  await requireSuccess(chain, operation);
  const charged = result.paid - result.preOpGas;
  const used = ((charged - (MOST_CALL_GAS * PENALTY) / 100n) * 100n) / (100n - PENALTY);
  return {
    preVerificationGas: toHex(PRE_VERIFICATION_GAS),
    verificationGasLimit: toHex(((result.preOpGas - PRE_VERIFICATION_GAS) * MARGIN) / 100n),
    callGasLimit: toHex((used * MARGIN) / 100n + CALL_MARGIN),
    ...(draft.paymaster && {
      paymasterVerificationGasLimit: toHex(PAYMASTER_VERIFICATION_GAS),
      paymasterPostOpGasLimit: toHex(PAYMASTER_POST_OP_GAS),
    }),
  };
}

/** The simulation does not report that a call reverted; an account that exists can be called directly. */
async function requireSuccess({ reader }: DevelopmentChain, operation: Operation): Promise<void> {
  if (operation.factory) return;
  const { entryPoint } = SMART_ACCOUNT_V1;
  await reader
    .call({ account: entryPoint, to: operation.sender, data: operation.callData })
    .catch((error: unknown) => {
      throw new RpcError('reverted', `The calls revert: ${refusalOf(error).message}`);
    });
}
