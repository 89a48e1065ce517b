import { describe, expect, it } from 'vitest';
import { FAILURE_TEXTS, REFUSAL_TEXTS } from '../../testing/refusalTexts.test-support.js';
import { isRefusal } from './isRefusal.js';
import { walletError } from './wallets/walletError.js';

/** The forms in which wallets and libraries throw a text. */
const FORMS: readonly ((text: string) => unknown)[] = [
  text => text,
  text => new Error(text),
  text => ({ message: text }),
  text => ({ code: -32603, message: text, data: null }),
  text => ({ code: null, message: text }),
  text => ({ error: { message: text } }),
  text => ({ error: text }),
  text => ({ shortMessage: text }),
  text => new Error('outer', { cause: { message: text } }),
  text => ({ message: 'Internal JSON-RPC error.', data: { originalError: { message: text } } }),
  text => Object.create(null, { message: { value: text } }),
];

describe('isRefusal', () => {
  it.each(REFUSAL_TEXTS)('reads "%s" as a refusal, in every form (EVM-07, DOT-01)', text => {
    for (const [at, form] of FORMS.entries()) {
      for (const said of [text, ` ${text} `, text.toUpperCase()])
        expect(isRefusal(form(said)), `${at}`).toBe(true);
    }
    expect(walletError(text, 'REQUEST_REJECTED', 'REQUEST_FAILED').code).toBe('REQUEST_REJECTED');
  });

  it.each(FAILURE_TEXTS)('reads "%s" as a failure, in every form (EVM-07)', text => {
    for (const form of FORMS) expect(isRefusal(form(text))).toBe(false);
  });

  it('reads the codes of EIP-1193 and ethers, wherever they are', () => {
    for (const code of [4001, '4001', 'ACTION_REJECTED']) {
      expect(isRefusal({ code })).toBe(true);
      expect(isRefusal({ info: { error: { code } } })).toBe(true);
    }
    for (const code of [undefined, null, 5000, -32603, 4100, '', true])
      expect(isRefusal({ code })).toBe(false);
  });

  it('survives hostile errors: loops, getters that throw, long texts', () => {
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    const thrower = Object.defineProperty({}, 'message', {
      get() {
        throw new Error('no');
      },
    });
    for (const odd of [loop, thrower, undefined, null, 7, Symbol('x'), [], 'a '.repeat(1e6)])
      expect(isRefusal(odd)).toBe(false);
  });

  it('reads the text in which phones on Solana refuse, with its number in front (OWN-21)', () => {
    expect(isRefusal(new Error('-3/sign request declined'))).toBe(true);
    expect(isRefusal({ message: '-3/authorization request declined' })).toBe(true);
    expect(isRefusal(new Error('-2/not signed: the fee is too low'))).toBe(false);
  });
});
