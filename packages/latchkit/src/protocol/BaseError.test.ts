import { describe, expect, it } from 'vitest';
import { AdapterForNamespaceError } from './AdapterForNamespaceError.js';
import { BaseError } from './BaseError.js';
import { createError } from './errors.js';

describe('BaseError', () => {
  it('prints code, message, remedy and explanation where browsers print it, and keeps its message (DX-05)', () => {
    const error = createError('CAIP_NETWORK_UNDEFINED', { details: 'Pass at least one network.' });
    const line =
      'LatchkitError CAIP_NETWORK_UNDEFINED: CaipNetwork is undefined. Pass at least one network. ' +
      'https://github.com/latchkit/latchkit/blob/main/docs/errors.md#caip_network_undefined';
    expect(error.message).toBe('CaipNetwork is undefined');
    expect(String(error)).toBe(line);
    const [first, second] = error.stack?.split('\n') ?? [];
    expect(first).toBe(line);
    expect(second).toMatch(/^ {4}at /);
  });

  it.each([
    ['a subclass', new AdapterForNamespaceError('solana'), 'Pass an adapter for solana'],
    ['a message with a full stop', new BaseError('A', 'It failed.'), 'It failed. https://'],
    ['a message of several lines', new BaseError('A', 'one\ntwo'), 'one\ntwo. https://'],
    ['no message', new BaseError('A', ''), 'LatchkitError A:'],
  ])('prints %s as it is (DX-05)', (_, error, part) => {
    expect(String(error)).toContain(part);
    expect(error.stack?.startsWith(String(error))).toBe(true);
  });

  it('sends no more over a wire than before (DX-05)', () => {
    const error = new BaseError('A', 'failed', { details: 'what to do', cause: new Error('secret') });
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 'A', message: 'failed', context: {} });
  });
});
