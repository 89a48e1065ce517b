import { UserRejectedRequestError } from 'viem';
import { describe, expect, it } from 'vitest';
import { FAILURE_TEXTS, REFUSAL_TEXTS } from '../../testing/refusalTexts.test-support.js';
import { walletErrorCode } from './walletErrorCode.js';

describe('walletErrorCode', () => {
  it('reads 4902 wherever a wallet puts it [ERR-76]', () => {
    expect(walletErrorCode({ code: 4902 })).toBe(4902);
    expect(walletErrorCode({ code: -32603, data: { originalError: { code: 4902 } } })).toBe(4902);
    expect(walletErrorCode(new Error('outer', { cause: { code: 4902 } }))).toBe(4902);
  });

  it('reads an error without a known code as 5000 [ERR-77]', () => {
    for (const error of [new Error('plain'), { code: 12345 }, { code: '4902' }, 'text', null, undefined]) {
      expect(walletErrorCode(error)).toBe(5000);
    }
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    expect(walletErrorCode(loop)).toBe(5000);
  });

  it('knows 32603, and not -32603, as the invalid chain id [ERR-78]', () => {
    expect(walletErrorCode({ code: 32603 })).toBe(32603);
    expect(walletErrorCode({ code: -32603 })).toBe(5000);
  });

  it('reads the refusals of all wallets as 4001, and failures in the same words as 5000 (EVM-07)', () => {
    for (const text of REFUSAL_TEXTS) expect(walletErrorCode({ message: text }), text).toBe(4001);
    for (const text of FAILURE_TEXTS) expect(walletErrorCode({ message: text }), text).toBe(5000);
    expect(walletErrorCode('User rejected')).toBe(4001);
  });

  it('recognises a refusal by code, by library error and by message', () => {
    expect(walletErrorCode({ code: 4001 })).toBe(4001);
    expect(walletErrorCode(new UserRejectedRequestError(new Error('no')))).toBe(4001);
    expect(walletErrorCode({ code: 'ACTION_REJECTED' })).toBe(4001);
    expect(walletErrorCode(new Error('MetaMask: User denied message signature.'))).toBe(4001);
  });
});
