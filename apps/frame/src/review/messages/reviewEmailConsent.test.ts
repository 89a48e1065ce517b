import { describe, expect, it } from 'vitest';
import { chooseSurface } from '../../approvals/chooseSurface.js';
import { tierOf } from '../../screen/tierOf.js';
import { reviewEmailConsent } from './reviewEmailConsent.js';

const consent = (from: string | null, login?: object) =>
  JSON.stringify({
    ...{ txn: '0193e4c0-0000-7000-8000-000000000000', from, to: 'new@mail.example', login },
    hostOrigin: 'https://shop.example',
  });

describe('reviewEmailConsent', () => {
  it('names both addresses as a danger and requires the window on every origin [SEC-75]', () => {
    const review = reviewEmailConsent(consent('old@mail.example'));
    expect(review.facts).toEqual([
      { label: 'fact.currentEmail', value: { plain: 'old@mail.example' } },
      { label: 'fact.newEmail', value: { plain: 'new@mail.example' } },
    ]);
    expect(tierOf(review)).toBe('danger');
    for (const rule of ['auto', 'trusted', 'never'] as const) {
      expect(chooseSurface(review.risk, rule)).toBe('window');
    }
  });

  it('names the social login that gets an address, with hidden characters written out [SEC-75]', () => {
    const login = { provider: 'x', name: 'Ada\u202E', idh: 'hash' };
    const { action, facts, risk } = reviewEmailConsent(consent(null, login));
    expect(action).toEqual({ text: 'action.addEmail' });
    expect(facts).toEqual([
      { label: 'fact.login', value: { plain: 'X: Ada⟨U+202E⟩' } },
      { label: 'fact.newEmail', value: { plain: 'new@mail.example' } },
    ]);
    expect(chooseSurface(risk, 'trusted')).toBe('window');
  });

  it('rejects anything that is not a consent', () => {
    expect(() => reviewEmailConsent('{}')).toThrow();
  });
});
