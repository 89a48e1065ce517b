import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { operationProblem } from './operationProblem.js';

/** The reasons in the code of EntryPoint 0.7. */
function reasonsOfEntryPoint(): readonly string[] {
  const load = createRequire(import.meta.url);
  const { bytecode } = load('@account-abstraction/contracts/artifacts/EntryPoint.json') as {
    bytecode: string;
  };
  const code = Buffer.from(bytecode.slice(2), 'hex').toString('latin1');
  return [...new Set(code.match(/AA\d\d[ -_a-z]*/g))];
}

/** Those about how the bundler calls the contract. */
const OF_THE_BUNDLER = ['AA90', 'AA91', 'AA92', 'AA93', 'AA94', 'AA96'];

describe('operationProblem', () => {
  it('knows every reason of the EntryPoint', () => {
    const reasons = reasonsOfEntryPoint();
    expect(reasons.length).toBe(22);
    const unknown = reasons.filter(message => operationProblem({ code: -32_500, message }) === undefined);
    expect(unknown.map(reason => reason.slice(0, 4)).sort()).toEqual(OF_THE_BUNDLER);
  });

  it.each([
    ['AA10 sender already constructed', 'nonce'],
    ['AA13 initCode failed or OOG', 'account'],
    ["AA21 didn't pay prefund", 'funds'],
    ['AA22 expired or not due', 'expired'],
    ['AA23 reverted (or OOG)', 'account'],
    ['AA24 signature error', 'account'],
    ['AA25 invalid account nonce', 'nonce'],
    ['AA26 over verificationGasLimit', 'gas'],
    ['AA31 paymaster deposit too low', 'paymaster'],
    ['AA32 paymaster expired or not due', 'paymaster'],
    ['AA33 reverted', 'paymaster'],
    ['AA36 over paymasterVerificationGasLimit', 'gas'],
    ['AA40 over verificationGasLimit', 'gas'],
    ['AA41 too little verificationGas', 'gas'],
    ['AA50 postOp reverted: ', 'paymaster'],
    ['AA51 prefund below actualGasCost', 'gas'],
    ['AA95 out of gas', 'gas'],
    // Bundlers put words before it.
    ["UserOperation reverted during simulation with reason: AA21 didn't pay prefund", 'funds'],
    // What a contract said comes after the EntryPoint's own reason.
    ['AA33 reverted: AA21', 'paymaster'],
    ['xAA21 and AA210', undefined],
    ['', undefined],
  ])('%s: %s', (message, problem) => {
    expect(operationProblem({ code: -32_500, message })).toBe(problem);
  });

  it.each([
    [-32_501, 'paymaster'],
    [-32_503, 'expired'],
    [-32_504, 'paymaster'],
    [-32_505, 'paymaster'],
    [-32_507, 'account'],
    [-32_508, 'paymaster'],
    [-32_500, undefined],
    [-32_502, undefined],
    [-32_602, undefined],
  ])('code %i without a reason: %s', (code, problem) => {
    expect(operationProblem({ code, message: 'refused' })).toBe(problem);
  });
});
