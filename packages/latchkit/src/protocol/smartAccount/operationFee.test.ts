import { describe, expect, it } from 'vitest';
import { MAX_GAS_FIELDS, MAX_OPERATION_GAS, operationFeeProblem, paymasterAnswer } from './operationFee.js';

const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PAYMASTER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO = `0x${'0'.repeat(40)}`;
const hex = (gas: bigint) => `0x${gas.toString(16)}`;
const problem = (fields: object) => operationFeeProblem({ sender: SENDER, ...fields });

describe('operationFeeProblem', () => {
  it('refuses every paymaster that is none, and what belongs to one that is absent [SEC-108]', () => {
    const limits = { paymasterVerificationGasLimit: '0x1', paymasterPostOpGasLimit: '0x1' };
    for (const fields of [
      { paymaster: ZERO },
      { paymaster: ZERO, paymasterData: '0x12', ...limits },
      { paymaster: SENDER.toLowerCase() },
      { paymasterData: '0x12' },
      { paymaster: null, paymasterData: '0x12' },
      { paymasterVerificationGasLimit: '0x1' },
      { paymaster: null, paymasterPostOpGasLimit: '0x1' },
    ])
      expect(problem(fields), JSON.stringify(fields)).toBe('PAYMASTER');
    for (const fields of [
      {},
      { paymaster: null, paymasterData: null, paymasterPostOpGasLimit: null },
      { paymasterData: '0x', paymasterVerificationGasLimit: '0x0' },
      { paymaster: PAYMASTER },
      { paymaster: PAYMASTER, paymasterData: '0x12', ...limits },
    ])
      expect(problem(fields), JSON.stringify(fields)).toBeUndefined();
  });

  it.each(Object.entries(MAX_GAS_FIELDS))(
    'bounds %s alone, and all fields together [SEC-108]',
    (name, most) => {
      const given = { paymaster: PAYMASTER, [name]: hex(most) };
      expect(problem(given)).toBeUndefined();
      expect(problem({ ...given, [name]: hex(most + 1n) })).toBe('GAS');
      for (const other of Object.keys(MAX_GAS_FIELDS).filter(one => one !== name))
        expect(problem({ ...given, [name]: hex(MAX_OPERATION_GAS), [other]: '0x1' })).toBe('GAS');
    },
  );
});

describe('paymasterAnswer', () => {
  it('is no answer if nobody pays [SEC-108]', () => {
    const answer = { paymaster: PAYMASTER, paymasterData: '0x' };
    expect(paymasterAnswer.safeParse(answer).success).toBe(true);
    for (const paymaster of [ZERO, '0x', '', null, undefined])
      expect(paymasterAnswer.safeParse({ ...answer, paymaster }).success, String(paymaster)).toBe(false);
  });
});
