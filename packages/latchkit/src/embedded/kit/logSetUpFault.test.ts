import { afterEach, describe, expect, it, vi } from 'vitest';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { embeddedError } from '../embeddedErrors.js';
import { logSetUpFault } from './logSetUpFault.js';

afterEach(() => vi.restoreAllMocks());

/** The lines of the console after a failure. */
function linesOf(error: Parameters<typeof logSetUpFault>[1]): string[] {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  logSetUpFault('google', error);
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  return lines;
}

describe('logSetUpFault', () => {
  it.each([
    [frameError('ORIGIN_NOT_ALLOWED'), 'Add the origin of this page'],
    [frameError('PROVIDER_CLOCK'), 'Check the time'],
    [frameError('PROVIDER_MISCONFIGURED'), 'redirect URI'],
    [frameError('SURFACE_UNAVAILABLE'), 'same-origin-allow-popups'],
    [embeddedError('GATEWAY_TOO_OLD'), 'Upgrade the gateway.'],
  ])('tells the developer code and remedy of %s, also as a cause (UX-16)', (error, remedy) => {
    const line = new RegExp(`^\\[latchkit\\] ${error.code}: .* \\(google\\)\\. .*${remedy}`);
    expect(linesOf(error)).toEqual([expect.stringMatching(line)]);
    const wrapped = embeddedError('SOCIAL_NOT_STARTED', { cause: error });
    expect(linesOf(wrapped)).toEqual([expect.stringMatching(line)]);
  });

  it('is silent about what the visitor decided or can repeat', () => {
    expect(linesOf(frameError('LOGIN_REFUSED'))).toEqual([]);
    expect(linesOf(frameError('POPUP_CLOSED'))).toEqual([]);
  });
});
