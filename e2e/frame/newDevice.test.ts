import { afterEach, beforeEach, describe, expect, inject, vi } from 'vitest';
import { serveWallet } from './support/walletServices.js';
import { it as base } from './support/walletVisits.js';

const it = base.extend('served', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
  const served = await serveWallet({ chain: inject('stack').chainA, newDevice: 'code' });
  onCleanup(() => served.stop());
  return served;
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a new device that needs no link', () => {
  it('signs in with one mail and its code, and has the same wallet in another browser', async ({
    enter,
    served,
  }) => {
    const email = served.suite.address();
    const visit = await enter();
    expect(await visit.signIn(email)).toBe('VERIFY_OTP');
    expect(served.suite.inbox.mails(email)).toHaveLength(1);
    const user = await visit.call('GET_USER', {});
    expect(user).toMatchObject({ email, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) });
    const other = await enter();
    expect(await other.signIn(email)).toBe('VERIFY_OTP');
    expect((await other.call('GET_USER', {})).accounts).toEqual(user.accounts);
    expect(served.suite.inbox.mails(email).filter(({ text }) => /\/approve\b/.test(text))).toEqual([]);
  });
});
