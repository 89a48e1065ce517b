import { BaseError } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { errorText } from './errorText.js';

describe('errorText', () => {
  it('begins with the code, which the list of errors explains', () => {
    const details = 'Set LATCHKIT_GATEWAY_PORT';
    expect(errorText(new BaseError('PORT_TAKEN', 'Port 4000 is in use', { details }))).toBe(
      'PORT_TAKEN: Port 4000 is in use. Set LATCHKIT_GATEWAY_PORT',
    );
    expect(errorText(new BaseError('PORT_TAKEN', 'Port 4000 is in use'))).toBe(
      'PORT_TAKEN: Port 4000 is in use',
    );
  });

  it('shows where an unexpected error comes from', () => {
    expect(errorText(new Error('Unexpected'))).toMatch(/^Error: Unexpected\n {4}at /);
  });
});
