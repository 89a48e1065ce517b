import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { hasPostgres, NO_POSTGRES } from '../../../../test/testDatabase.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { SOCIAL_TIMES } from './socialLimits.js';

let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite();
});
afterAll(() => social.close());

let persons = 0;
const someone = (fault = '') => {
  persons += 1;
  return { person: String(68_000_000 + persons), fault };
};

const live = (provider: 'github' | 'x' | 'discord' | 'facebook') => social.providers.liveTokens(provider);
const noneIsLive = (provider: 'github' | 'x' | 'discord' | 'facebook') =>
  vi.waitFor(() => expect(live(provider)).toEqual([]), { timeout: 10_000 });

/** What is due is looked for after each login. */
const anyLogin = () => social.visitor.signIn('x', someone());

describe('tokenRevoker', () => {
  it.each(['x', 'discord', 'facebook'] as const)(
    'lets no token of %s work after a login, which the vault does not need (SL-16)',
    async provider => {
      const signedIn = await social.visitor.signIn(provider, someone());
      await noneIsLive(provider);
      if (provider !== 'x') await social.visitor.giveEvidence(signedIn);
    },
  );

  it.each([
    ['github', ''],
    ['discord', 'withoutNonce'],
    ['facebook', 'withoutNonce'],
  ] as const)(
    'keeps the token of %s for the vault, and ends it with the login (SL-16)',
    async (provider, fault) => {
      onTestFinished(() => void vi.useRealTimers());
      const signedIn = await social.visitor.signIn(provider, someone(fault));
      const again = await social.visitor.signIn(provider, someone(fault));
      for (let time = 0; time < 2; time++) await social.visitor.giveEvidence(signedIn);
      expect(live(provider)).toHaveLength(2);
      passTime(SOCIAL_TIMES.bind);
      await anyLogin();
      await noneIsLive(provider);
      expect(again.provider).toBe(provider);
    },
  );

  it('ends the token of a login that nobody redeems (SL-16)', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const begun = await social.visitor.begin('github');
    await social.visitor.complete(begun, someone());
    expect(live('github')).toHaveLength(1);
    passTime(SOCIAL_TIMES.bind);
    await anyLogin();
    await noneIsLive('github');
  });

  it('ends the token of a login whose row a request holds when it is looked for (SL-16)', async ({
    skip,
  }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    onTestFinished(() => void vi.useRealTimers());
    const { database } = social.suite;
    const begun = await social.visitor.begin('github');
    await social.visitor.complete(begun, someone());
    passTime(SOCIAL_TIMES.bind);
    await database.transaction(async ({ query }) => {
      await query(`select 1 from ${WALLET_SCHEMA}.social_txns where provider = 'github' for update`);
      await anyLogin();
      // Its own token is looked for beside the one that is held.
      await noneIsLive('x');
      expect(live('github')).toHaveLength(1);
    });
    await noneIsLive('github');
  });

  const ORDERS = { 'in the order of their starts': [0, 1], 'in the other order': [1, 0] } as const;
  it.each(
    (['discord', 'facebook'] as const).flatMap(provider =>
      ['', 'withoutNonce'].flatMap(fault =>
        Object.entries(ORDERS).map(
          ([order, at]) => [provider, fault || 'an id token', order, fault, at] as const,
        ),
      ),
    ),
  )(
    'logs in two devices of one person at once: %s, %s, %s (SL-16)',
    async (provider, _, __, fault, order) => {
      const person = someone(fault);
      const { visitor } = social;
      const begun = [await visitor.begin(provider), await visitor.begin(provider)] as const;
      const answers = await Promise.all(begun.map(one => visitor.answer(one, person)));
      for (const at of order) {
        const [one, answer] = [begun[at], answers[at]];
        if (one === undefined || answer === undefined) continue;
        const next = await visitor.callback(answer, one.cookie);
        const code = new URLSearchParams(new URL(await visitor.endedAt(one, next)).hash.slice(1));
        await visitor.giveEvidence(await visitor.redeem(one, code.get('resultCode') ?? ''));
      }
    },
  );

  it.each(['discord', 'facebook'] as const)(
    'keeps a token that the vault still has to look at for another login of %s (SL-16)',
    async provider => {
      const { person } = someone();
      const waiting = await social.visitor.signIn(provider, { person, fault: 'withoutNonce' });
      await social.visitor.signIn(provider, { person });
      await anyLogin();
      await noneIsLive('x');
      await social.visitor.giveEvidence(waiting);
    },
  );

  it('logs in two devices of one person at the same moment (SL-16)', async () => {
    const person = someone();
    const before = new Set(live('discord'));
    const frames = await Promise.all([social.suite.frame(), social.suite.frame(), social.suite.frame()]);
    const signedIn = await Promise.all(frames.map(frame => social.visitor.signIn('discord', person, frame)));
    expect(new Set(signedIn.map(({ user }) => user.id)).size).toBe(1);
    const isNew = (token: string) => !before.has(token);
    await vi.waitFor(() => expect(live('discord').filter(isNew)).toEqual([]), { timeout: 10_000 });
  });
});
