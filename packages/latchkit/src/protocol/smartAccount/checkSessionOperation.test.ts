import { describe, expect, it } from 'vitest';
import { checkSessionOperation, SESSION_NONCE_KEY, sessionSignature } from './checkSessionOperation.js';
import { type SessionGrant, sessionPeriods } from './sessionGrant.js';
import { type AccountCall, encodeAccountCalls } from './userOperationCalls.js';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

const grant: SessionGrant = {
  kind: 'token',
  key: OTHER,
  salt: `0x${'ab'.repeat(31)}00`,
  target: TOKEN,
  selector: '0xa9059cbb',
  limit: 5n,
  ...{ start: 1_800_000_000, end: 1_800_172_800, period: 86_400 },
};
const transfer: AccountCall = { to: TOKEN, value: 0n, data: '0xa9059cbb00' };
const [, second] = sessionPeriods(grant);
const signed = sessionSignature(second?.permissionId ?? '0x', `0x${'ec'.repeat(65)}`);
const operation = {
  sender: ACCOUNT,
  nonce: `0x${((BigInt(SESSION_NONCE_KEY) << 64n) + 7n).toString(16)}`,
  callData: encodeAccountCalls([transfer, transfer], 'modular'),
  signature: signed,
};
const check = (change: object, of = grant) => checkSessionOperation({ ...operation, ...change }, ACCOUNT, of);
const callData = (call: Partial<AccountCall>) => ({
  callData: encodeAccountCalls([transfer, { ...transfer, ...call }], 'modular'),
});

describe('checkSessionOperation', () => {
  it('accepts what the permission names', () => {
    expect(check({})).toEqual([transfer, transfer]);
    const native: SessionGrant = { ...grant, kind: 'native', target: OTHER, selector: '0xffffffff' };
    const [period] = sessionPeriods(native);
    const signature = sessionSignature(period?.permissionId ?? '0x', '0x');
    const payment: AccountCall = { to: OTHER, value: 3n, data: '0x' };
    expect(check({ signature, callData: encodeAccountCalls([payment], 'modular') }, native)).toEqual([
      payment,
    ]);
  });

  it('refuses another account, validator, permission, contract, function and amount of coins', () => {
    const refused = [
      { sender: OTHER },
      { nonce: '0x7' },
      { factory: TOKEN },
      { factoryData: '0x12' },
      { signature: '0x' },
      { signature: signed.replace('0x00', '0x01') },
      { signature: sessionSignature(`0x${'12'.repeat(32)}`, '0x') },
      { callGasLimit: '0xffffffff' },
      { paymaster: `0x${'0'.repeat(40)}` },
      { callData: encodeAccountCalls([transfer]) },
      callData({ to: OTHER }),
      callData({ data: '0x095ea7b300' }),
      callData({ data: '0x' }),
      callData({ value: 1n }),
    ];
    for (const change of refused) expect(check(change)).toBeUndefined();
  });
});
