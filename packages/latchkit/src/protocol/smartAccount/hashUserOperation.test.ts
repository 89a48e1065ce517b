import { type Hex, hexToBigInt } from 'viem';
import { getUserOperationHash } from 'viem/account-abstraction';
import { describe, expect, it } from 'vitest';
import { hashUserOperation } from './hashUserOperation.js';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';
import type { UserOperation } from './userOperation.js';
import { encodeAccountCalls } from './userOperationCalls.js';

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const bare: UserOperation = {
  sender: smartAccountAddress(OWNER),
  nonce: '0x1a20000000000000000',
  callData: encodeAccountCalls([{ to: OWNER, value: 1n, data: '0x' }]),
  callGasLimit: '0x186a0',
  verificationGasLimit: '0x7a120',
  preVerificationGas: '0xea60',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
  signature: '0x',
};

const whole: UserOperation = {
  ...bare,
  factory: SMART_ACCOUNT_V1.factory,
  factoryData: smartAccountFactoryData(OWNER),
  paymaster: OWNER,
  paymasterVerificationGasLimit: '0xea60',
  paymasterPostOpGasLimit: '0x1',
  paymasterData: '0x1234',
};

/** With numbers, as viem has it. */
function numbered(operation: UserOperation) {
  const entries = Object.entries(operation).map(([name, field]) => [
    name,
    /gas|nonce/i.test(name) ? hexToBigInt(field as Hex) : field,
  ]);
  return Object.fromEntries(entries);
}

describe('hashUserOperation', () => {
  it("agrees with viem, whatever the operation's parts", () => {
    for (const operation of [bare, whole, { ...whole, paymasterData: null }]) {
      const expected = getUserOperationHash({
        userOperation: numbered({ ...operation, paymasterData: operation.paymasterData ?? '0x' }),
        entryPointAddress: SMART_ACCOUNT_V1.entryPoint,
        entryPointVersion: '0.7',
        chainId: 31_337,
      });
      expect(hashUserOperation(operation, 31_337)).toBe(expected);
      expect(hashUserOperation({ ...operation, signature: '0x1234' }, 31_337)).toBe(expected);
      expect(hashUserOperation(operation, 31_338)).not.toBe(expected);
    }
  });
});
