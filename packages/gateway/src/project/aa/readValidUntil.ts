import { gasLimitOf, hashUserOperation, SMART_ACCOUNT_V1, type UserOperationDraft } from 'latchkit/protocol';
import { decodeFunctionResult, encodeFunctionData, type Hex, isHex } from 'viem';
import { toPackedUserOperation } from 'viem/account-abstraction';
import type { RpcService } from '../chains/service.js';

/** `validatePaymasterUserOp` of EntryPoint 0.7. @see https://eips.ethereum.org/EIPS/eip-4337 */
const VALIDATE = [
  {
    type: 'function',
    name: 'validatePaymasterUserOp',
    stateMutability: 'nonpayable',
    inputs: [
      {
        name: 'userOp',
        type: 'tuple',
        components: [
          { name: 'sender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'initCode', type: 'bytes' },
          { name: 'callData', type: 'bytes' },
          { name: 'accountGasLimits', type: 'bytes32' },
          { name: 'preVerificationGas', type: 'uint256' },
          { name: 'gasFees', type: 'bytes32' },
          { name: 'paymasterAndData', type: 'bytes' },
          { name: 'signature', type: 'bytes' },
        ],
      },
      { name: 'userOpHash', type: 'bytes32' },
      { name: 'maxCost', type: 'uint256' },
    ],
    outputs: [
      { name: 'context', type: 'bytes' },
      { name: 'validationData', type: 'uint256' },
    ],
  },
] as const;

/**
 * Asks the paymaster's contract until when it accepts a user operation, as the EntryPoint would. The data of a paymaster has a form
 * of its own, so nothing else says it.
 *
 * @returns milliseconds since 1970; undefined: without end, or the contract does not say it.
 */
export async function readValidUntil(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  operation: UserOperationDraft,
  gone: AbortSignal,
): Promise<number | undefined> {
  const { paymaster } = operation;
  if (!paymaster) return undefined;
  // What the EntryPoint would take from the paymaster's deposit.
  const maxCost = gasLimitOf(operation) * BigInt(operation.maxFeePerGas ?? 0);
  try {
    const data = encodeFunctionData({
      abi: VALIDATE,
      args: [packed(operation), hashOf(operation, chainId), maxCost],
    });
    const call = { from: SMART_ACCOUNT_V1.entryPoint, to: paymaster, data };
    const answer = await rpc.call(chainId, 'eth_call', [call, 'latest'], gone);
    if (!isHex(answer)) return undefined;
    const [, validation] = decodeFunctionResult({ abi: VALIDATE, data: answer });
    // The lowest 160 bits say whether the signature is good, the next 48 until when.
    const until = Number((validation >> 160n) & 0xffff_ffff_ffffn);
    return until === 0 ? undefined : until * 1_000;
  } catch {
    return undefined;
  }
}

function hashOf(operation: UserOperationDraft, chainId: string): Hex {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } =
    operation;
  return hashUserOperation(
    {
      ...operation,
      callGasLimit: callGasLimit ?? '0x0',
      verificationGasLimit: verificationGasLimit ?? '0x0',
      preVerificationGas: preVerificationGas ?? '0x0',
      maxFeePerGas: maxFeePerGas ?? '0x0',
      maxPriorityFeePerGas: maxPriorityFeePerGas ?? '0x0',
      signature: '0x',
    },
    Number(chainId.slice('eip155:'.length)),
  );
}

function packed(operation: UserOperationDraft) {
  const amount = (value: string | null | undefined) => BigInt(value ?? 0);
  const { factory, paymaster } = operation;
  return toPackedUserOperation({
    sender: operation.sender as Hex,
    nonce: BigInt(operation.nonce),
    callData: operation.callData as Hex,
    callGasLimit: amount(operation.callGasLimit),
    verificationGasLimit: amount(operation.verificationGasLimit),
    preVerificationGas: amount(operation.preVerificationGas),
    maxFeePerGas: amount(operation.maxFeePerGas),
    maxPriorityFeePerGas: amount(operation.maxPriorityFeePerGas),
    signature: '0x',
    ...(factory && { factory: factory as Hex, factoryData: (operation.factoryData ?? '0x') as Hex }),
    ...(paymaster && {
      paymaster: paymaster as Hex,
      paymasterData: (operation.paymasterData ?? '0x') as Hex,
      paymasterVerificationGasLimit: amount(operation.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: amount(operation.paymasterPostOpGasLimit),
    }),
  });
}
