import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { checkUserOperation } from './checkUserOperation.js';
import { encodeRemoveSession, encodeSessionGrant, type SessionGrant } from './sessionGrant.js';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';
import { SMART_SESSIONS, sessionSetupCalls } from './smartSessions.js';
import { type AccountCall, encodeAccountCalls } from './userOperationCalls.js';

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

  it('refuses more gas than any operation needs, and a paymaster that is none [SEC-108]', () => {
    expect(problemOf({ callGasLimit: '0x1312d00' })).toHaveProperty('calls');
    expect(problemOf({ callGasLimit: '0x1312d00', verificationGasLimit: '0x1' })).toEqual({
      problem: 'GAS',
    });
    expect(problemOf({ preVerificationGas: '0x121eac0' })).toEqual({ problem: 'GAS' });
    expect(problemOf({ paymaster: `0x${'0'.repeat(40)}` })).toEqual({ problem: 'PAYMASTER' });
  });
});

describe('checkUserOperation with a permission', () => {
  const COSIGNER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
  const none = { chainId: 'eip155:1', functions: [], cosigner: COSIGNER };
  const grant: SessionGrant = {
    kind: 'token',
    key: OTHER,
    cosigner: COSIGNER,
    salt: `0x${'ab'.repeat(31)}00`,
    target: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    selector: '0xa9059cbb',
    limit: 5n,
    ...{ start: 1_800_000_000, end: 1_800_086_400, period: 86_400 },
  };
  const to = SMART_SESSIONS.sessions;
  const enable: AccountCall = { to, value: 0n, data: encodeSessionGrant(grant) };
  const setup = sessionSetupCalls(account);
  const [first, second, third] = setup;
  const problem = (calls: readonly (AccountCall | undefined)[], shape?: 'modular') =>
    checkUserOperation(
      {
        ...operation,
        callData: encodeAccountCalls(
          calls.filter(call => call !== undefined),
          shape,
        ),
      },
      OWNER,
      none,
    );

  it('accepts exactly the calls of the set-up before a permission, and none of them elsewhere [SEC-71]', () => {
    expect(problem([...setup, enable])).toHaveProperty('calls');
    expect(problem([...setup, enable, enable])).toHaveProperty('calls');
    expect(problem([enable], 'modular')).toHaveProperty('calls');
    const payment: AccountCall = { to: OTHER, value: 1n, data: '0x' };
    const changed = (call: AccountCall | undefined): AccountCall | undefined =>
      call && { ...call, data: call.data.replace(/.$/, '3') as Hex };
    const refused = [
      setup,
      [...setup, payment],
      [...setup, enable, payment],
      [payment, ...setup, enable],
      [second, first, third, enable],
      [first, second, enable],
      [first],
      [changed(first), second, third, enable],
      [first, second, changed(third), enable],
      [...setup, ...setup, enable],
    ];
    for (const calls of refused) expect(problem(calls)).toEqual({ problem: 'OWN_ACCOUNT' });
  });

  it('refuses every other call of Smart Sessions and its contracts, and a permission outside the limits or of an unregistered function [SEC-113]', () => {
    const [permissionId] = [`0x${'12'.repeat(32)}`];
    const end: AccountCall = {
      to,
      value: 0n,
      data: encodeRemoveSession({ permissionId: permissionId as Hex }),
    };
    expect(problem([end, end], 'modular')).toHaveProperty('calls');
    const of = (change: Partial<SessionGrant>): AccountCall => ({
      ...enable,
      data: encodeSessionGrant({ ...grant, ...change }),
    });
    const refused: readonly AccountCall[] = [
      { ...enable, value: 1n },
      { ...enable, data: '0x12345678' },
      { ...enable, data: `${enable.data}00` },
      { ...end, data: `${end.data}00` },
      { ...enable, to: SMART_SESSIONS.adapter },
      { ...enable, to: SMART_SESSIONS.spendingLimit, data: '0x' },
      of({ key: OWNER }),
      of({ key: COSIGNER }),
      // Its key alone would decide on the fee, or with a key of the page's own.
      of({ cosigner: undefined }),
      of({ cosigner: OWNER }),
      of({ target: account }),
      of({ kind: 'call', selector: '0x095ea7b3', limit: 0n }),
      of({ end: grant.start + 31 * 86_400, period: 2 * 86_400 }),
    ];
    for (const call of refused) {
      expect(problem([call])).toEqual({ problem: 'PERMISSION' });
      expect(problem([call], 'modular')).toEqual({ problem: 'PERMISSION' });
    }
    const selector = '0x379607f5';
    const claim = of({ kind: 'call', selector, limit: 0n });
    expect(problem([claim])).toEqual({ problem: 'PERMISSION' });
    const registered = {
      chainId: 'eip155:1',
      contract: grant.target,
      function: 'claim(uint256)',
      name: 'Rewards',
    };
    const permitted = { ...none, functions: [registered] };
    const withClaim = { ...operation, callData: encodeAccountCalls([claim]) };
    expect(checkUserOperation(withClaim, OWNER, permitted)).toHaveProperty('calls');
    expect(checkUserOperation(withClaim, OWNER, { ...permitted, chainId: 'eip155:10' })).toEqual({
      problem: 'PERMISSION',
    });
    for (const data of [encodeSessionGrant(grant), '0x610b5925'] as const)
      expect(problem([{ to: account, value: 0n, data }], 'modular')).toEqual({ problem: 'OWN_ACCOUNT' });
  });
});
