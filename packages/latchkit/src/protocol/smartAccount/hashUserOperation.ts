import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';
import type { UserOperation } from './userOperation.js';

type Hex = `0x${string}`;

/** Digits of a word of 32 bytes, and of half a word. */
const WORD = 64;
const HALF = 32;

/**
 * The hash by which EntryPoint 0.7 and bundlers name a user operation. It is known before the operation is sent, so that its outcome
 * can be found even if the bundler's answer was lost. It does not depend on the signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export function hashUserOperation(operation: UserOperation, chainId: number): Hex {
  const { verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas } = operation;
  const packed = [
    padded(operation.sender, WORD),
    padded(operation.nonce, WORD),
    keccak(initCodeOf(operation)),
    keccak(operation.callData.slice(2)),
    padded(verificationGasLimit, HALF) + padded(callGasLimit, HALF),
    padded(operation.preVerificationGas, WORD),
    padded(maxPriorityFeePerGas, HALF) + padded(maxFeePerGas, HALF),
    keccak(paymasterAndDataOf(operation)),
  ];
  const inner = keccak(packed.join(''));
  const entryPoint = padded(SMART_ACCOUNT_V1.entryPoint, WORD);
  return `0x${keccak(inner + entryPoint + chainId.toString(16).padStart(WORD, '0'))}`;
}

/** The `initCode` of the packed form, without 0x. */
function initCodeOf({ factory, factoryData }: UserOperation): string {
  return factory ? factory.slice(2) + (factoryData ?? '0x').slice(2) : '';
}

/** The `paymasterAndData` of the packed form, without 0x. */
function paymasterAndDataOf(operation: UserOperation): string {
  const { paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit, paymasterData } = operation;
  if (!paymaster) return '';
  const limits = [paymasterVerificationGasLimit, paymasterPostOpGasLimit];
  const gas = limits.map(limit => padded(limit ?? '0x0', HALF)).join('');
  return paymaster.slice(2) + gas + (paymasterData ?? '0x').slice(2);
}

const padded = (hex: string, digits: number) => hex.slice(2).toLowerCase().padStart(digits, '0');
const keccak = (digits: string) => bytesToHex(keccak_256(hexToBytes(digits)));
