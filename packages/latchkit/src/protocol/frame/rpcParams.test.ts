import { describe, expect, it } from 'vitest';
import { FRAME_LIMITS } from './frameLimits.js';
import { rpcParamsProblem, rpcSigner } from './rpcParams.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const calls = (...list: readonly unknown[]) => [
  { version: '2.0.0', from: account, chainId: '0x1', calls: list },
];
const isFine = (method: string, params: unknown) => rpcParamsProblem(method, params) === undefined;

describe('rpcParamsProblem', () => {
  it("accepts a call of a batch whose 'to' starts with 0x, and no other [VAL-10]", () => {
    expect(isFine('wallet_sendCalls', calls({ to: account, value: '0x1' }))).toBe(true);
    expect(isFine('wallet_sendCalls', calls({ to: account.slice(2) }))).toBe(false);
    expect(isFine('wallet_sendCalls', calls({ to: 'vitalik.eth' }))).toBe(false);
    expect(isFine('wallet_sendCalls', calls({ value: '0x1' }))).toBe(false);
  });

  it('accepts a call without data, and only data that starts with 0x [VAL-11]', () => {
    expect(isFine('wallet_sendCalls', calls({ to: account }))).toBe(true);
    expect(isFine('wallet_sendCalls', calls({ to: account, data: '0xabcd' }))).toBe(true);
    expect(isFine('wallet_sendCalls', calls({ to: account, data: 'abcd' }))).toBe(false);
  });

  it('accepts a request for capabilities only with an address [VAL-13]', () => {
    expect(isFine('wallet_getCapabilities', [account])).toBe(true);
    expect(isFine('wallet_getCapabilities', [account, ['0x1']])).toBe(true);
    expect(isFine('wallet_getCapabilities', [])).toBe(false);
    expect(isFine('wallet_getCapabilities', undefined)).toBe(false);
    expect(isFine('wallet_getCapabilities', ['0x12'])).toBe(false);
  });

  it('accepts at most 20 calls, and at least one', () => {
    const many = Array.from({ length: FRAME_LIMITS.calls }, () => ({ to: account }));
    expect(isFine('wallet_sendCalls', calls(...many))).toBe(true);
    expect(isFine('wallet_sendCalls', calls(...many, { to: account }))).toBe(false);
    expect(isFine('wallet_sendCalls', calls())).toBe(false);
    const transactions = Array.from({ length: FRAME_LIMITS.calls + 1 }, () => 'AQ==');
    expect(isFine('solana_signAllTransactions', { transactions, pubkey: solana })).toBe(false);
  });

  it('accepts 128 KiB of calldata and of typed data, and no more', () => {
    const data = (length: number) => [{ from: account, to: account, data: `0x${'0'.repeat(length - 2)}` }];
    expect(isFine('eth_sendTransaction', data(FRAME_LIMITS.dataBytes))).toBe(true);
    expect(isFine('eth_sendTransaction', data(FRAME_LIMITS.dataBytes + 2))).toBe(false);
    const typed = (length: number) => ({ message: { text: 'é'.repeat(length / 2) } });
    expect(isFine('eth_signTypedData_v4', [account, typed(100_000)])).toBe(true);
    expect(isFine('eth_signTypedData_v4', [account, typed(FRAME_LIMITS.dataBytes)])).toBe(false);
    expect(isFine('eth_signTypedData_v4', [account, JSON.stringify(typed(FRAME_LIMITS.dataBytes))])).toBe(
      false,
    );
  });

  it('SEC-68: rejects an EIP-7702 authorisation and any other unknown key', () => {
    const base = { from: account, to: account };
    expect(isFine('eth_sendTransaction', [base])).toBe(true);
    expect(isFine('eth_sendTransaction', [{ ...base, authorizationList: [{}] }])).toBe(false);
    expect(isFine('eth_sendTransaction', [{ ...base, type: '0x4' }])).toBe(false);
    expect(isFine('eth_sendTransaction', [base, base])).toBe(false);
    expect(isFine('personal_sign', ['0x68690a', account])).toBe(true);
    expect(isFine('personal_sign', [account, '0x68690a'])).toBe(true);
    expect(isFine('personal_sign', [account])).toBe(false);
    expect(isFine('personal_sign', ['0x68690a', 'hello'])).toBe(false);
  });
});

describe('rpcSigner', () => {
  it('names the account that a request would sign with', () => {
    expect(rpcSigner('personal_sign', ['0x00', account])).toBe(account);
    expect(rpcSigner('personal_sign', [account, '0x00'])).toBe(account);
    // The text to sign is an account: the signer is the second parameter.
    expect(rpcSigner('personal_sign', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', account])).toBe(account);
    expect(rpcSigner('eth_signTypedData_v4', [account, {}])).toBe(account);
    expect(rpcSigner('eth_sendTransaction', [{ from: account }])).toBe(account);
    expect(rpcSigner('wallet_sendCalls', calls({ to: account }))).toBe(account);
    expect(rpcSigner('eth_sendUserOperation', [{ sender: account }, account])).toBe(account);
    expect(rpcSigner('solana_signMessage', { message: '2', pubkey: solana })).toBe(solana);
    expect(rpcSigner('eth_call', [{ from: account }])).toBeUndefined();
  });
});
