import { encodePacked, type Hex, numberToHex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';
import type { UserOperation } from './userOperation.js';
import { type AccountCall, encodeAccountCalls } from './userOperationCalls.js';

const { module, entryPoint, factory } = SMART_ACCOUNT_V1;

/** As the 4337 module declares it. */
const SafeOp = [
  { type: 'address', name: 'safe' },
  { type: 'uint256', name: 'nonce' },
  { type: 'bytes', name: 'initCode' },
  { type: 'bytes', name: 'callData' },
  { type: 'uint128', name: 'verificationGasLimit' },
  { type: 'uint128', name: 'callGasLimit' },
  { type: 'uint256', name: 'preVerificationGas' },
  { type: 'uint128', name: 'maxPriorityFeePerGas' },
  { type: 'uint128', name: 'maxFeePerGas' },
  { type: 'bytes', name: 'paymasterAndData' },
  { type: 'uint48', name: 'validAfter' },
  { type: 'uint48', name: 'validUntil' },
  { type: 'address', name: 'entryPoint' },
] as const;

interface SignedOperationOptions {
  readonly owner: PrivateKeyAccount;
  readonly calls: readonly AccountCall[];
  /** Whether it deploys the account. */
  readonly isFirst: boolean;
  readonly nonce?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly validUntil?: number;
  readonly chainId?: number;
}

/** A signed user operation of the smart account of an owner, which pays for itself. */
export async function signedOperation(options: SignedOperationOptions): Promise<UserOperation> {
  const { owner, calls, isFirst, nonce = 0n, maxFeePerGas = 3_000_000_000n } = options;
  const { validUntil = 0, chainId = 31_337 } = options;
  const operation = {
    sender: smartAccountAddress(owner.address),
    nonce: numberToHex(nonce),
    ...(isFirst && { factory, factoryData: smartAccountFactoryData(owner.address) }),
    callData: encodeAccountCalls(calls),
    callGasLimit: numberToHex(300_000n),
    verificationGasLimit: numberToHex(800_000n),
    preVerificationGas: numberToHex(60_000n),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxFeePerGas / 3n),
  };
  const initCode: Hex = isFirst ? `${factory}${smartAccountFactoryData(owner.address).slice(2)}` : '0x';
  const signature = await owner.signTypedData({
    domain: { chainId, verifyingContract: module },
    types: { SafeOp },
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender,
      nonce,
      initCode,
      callData: operation.callData,
      verificationGasLimit: 800_000n,
      callGasLimit: 300_000n,
      preVerificationGas: 60_000n,
      maxPriorityFeePerGas: maxFeePerGas / 3n,
      maxFeePerGas,
      paymasterAndData: '0x',
      validAfter: 0,
      validUntil,
      entryPoint,
    },
  });
  const packed = encodePacked(['uint48', 'uint48', 'bytes'], [0, validUntil, signature]);
  return { ...operation, signature: packed };
}
