import { SMART_ACCOUNT_V1, userOperation, userOperationDraft } from 'latchkit/protocol';
import type { Address, Hex } from 'viem';
import type { UserOperation } from 'viem/account-abstraction';
import type { z } from 'zod';
import { RpcError } from './RpcError.js';

/** A user operation of EntryPoint 0.7, with numbers. */
export type Operation = UserOperation<'0.7'>;

/** Reads the complete user operation of `eth_sendUserOperation`. @throws RpcError */
export function readUserOperation(value: unknown): Operation {
  return toOperation(parse(userOperation, value));
}

/** Reads a user operation that lacks gas limits, fees or a signature; they become 0 or empty. @throws RpcError */
export function readDraft(value: unknown): Operation {
  return toOperation(parse(userOperationDraft, value));
}

/** @throws RpcError unless it is the EntryPoint that is served. */
export function requireEntryPoint(value: unknown): void {
  if (typeof value === 'string' && value.toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase()) return;
  throw new RpcError('invalidParams', 'The EntryPoint is not supported.');
}

type Draft = z.infer<typeof userOperationDraft>;

function parse(schema: typeof userOperationDraft | typeof userOperation, value: unknown): Draft {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join('.') || 'the user operation';
  throw new RpcError('invalidParams', `Invalid user operation: ${field}.`);
}

function toOperation(draft: Draft): Operation {
  const number = (text: string | null | undefined) => BigInt(text ?? 0);
  const { factory, paymaster } = draft;
  return {
    sender: draft.sender as Address,
    nonce: BigInt(draft.nonce),
    callData: draft.callData as Hex,
    callGasLimit: number(draft.callGasLimit),
    verificationGasLimit: number(draft.verificationGasLimit),
    preVerificationGas: number(draft.preVerificationGas),
    maxFeePerGas: number(draft.maxFeePerGas),
    maxPriorityFeePerGas: number(draft.maxPriorityFeePerGas),
    signature: (draft.signature ?? '0x') as Hex,
    ...(factory && { factory: factory as Address, factoryData: (draft.factoryData ?? '0x') as Hex }),
    ...(paymaster && {
      paymaster: paymaster as Address,
      paymasterData: (draft.paymasterData ?? '0x') as Hex,
      paymasterVerificationGasLimit: number(draft.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: number(draft.paymasterPostOpGasLimit),
    }),
  };
}
