import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { checkUserOperation } from './checkUserOperation.js';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';
import { encodeAccountCalls } from './userOperationCalls.js';

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const abi = parseAbi([
  'function swapOwner(address previous, address old, address next)',
  'function enableModule(address module)',
  'function setFallbackHandler(address handler)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
]);

const account = smartAccountAddress(OWNER);
const payment = encodeAccountCalls([{ to: OTHER, value: 1n, data: '0x' }]);
const operation = { sender: account, nonce: '0x0', callData: payment };
const problemOf = (change: object) => checkUserOperation({ ...operation, ...change }, OWNER);
const callOf = (to: Hex, data: Hex) =>
  encodeAccountCalls([
    { to: OTHER, value: 1n, data: '0x' },
    { to, value: 0n, data },
  ]);

describe('checkUserOperation', () => {
  it('returns the calls of the own account, deployed or not', () => {
    const calls = [{ to: OTHER, value: 1n, data: '0x' }];
    expect(problemOf({})).toEqual({ calls });
    expect(problemOf({ sender: account.toLowerCase(), factory: null, factoryData: null })).toEqual({ calls });
    const factoryData = smartAccountFactoryData(OWNER);
    expect(problemOf({ factory: SMART_ACCOUNT_V1.factory, factoryData })).toEqual({ calls });
    expect(problemOf({ callData: callOf(account, '0x') })).toHaveProperty('calls');
  });

  it('refuses a foreign sender, a foreign factory, a change of the account and a delegate call [SEC-71]', () => {
    expect(problemOf({ sender: OTHER })).toEqual({ problem: 'SENDER' });
    const factoryData = smartAccountFactoryData(OWNER);
    const { factory } = SMART_ACCOUNT_V1;
    expect(problemOf({ factory: OTHER, factoryData })).toEqual({ problem: 'FACTORY' });
    expect(problemOf({ factory, factoryData: smartAccountFactoryData(OTHER) })).toEqual({
      problem: 'FACTORY',
    });
    expect(problemOf({ factory })).toEqual({ problem: 'FACTORY' });
    expect(problemOf({ factoryData })).toEqual({ problem: 'FACTORY' });
    const changes = [
      encodeFunctionData({ abi, functionName: 'swapOwner', args: [OTHER, OWNER, OTHER] }),
      encodeFunctionData({ abi, functionName: 'enableModule', args: [OTHER] }),
      encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [OTHER] }),
    ];
    for (const data of changes) {
      expect(problemOf({ callData: callOf(account, data) })).toEqual({ problem: 'OWN_ACCOUNT' });
      expect(problemOf({ callData: callOf(account.toLowerCase() as Hex, data) })).toEqual({
        problem: 'OWN_ACCOUNT',
      });
    }
    const args = [OTHER, 0n, '0x1234', 1] as const;
    const delegateCall = encodeFunctionData({ abi, functionName: 'executeUserOp', args });
    expect(problemOf({ callData: delegateCall })).toEqual({ problem: 'CALL_DATA' });
    expect(problemOf({ callData: changes[0] })).toEqual({ problem: 'CALL_DATA' });
  });

  it('refuses more gas than any operation needs', () => {
    expect(problemOf({ callGasLimit: '0x1312d00' })).toHaveProperty('calls');
    expect(problemOf({ callGasLimit: '0x1312d00', paymasterPostOpGasLimit: '0x1' })).toEqual({
      problem: 'GAS',
    });
  });
});
