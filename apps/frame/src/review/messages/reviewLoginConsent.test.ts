import { describe, expect, it } from 'vitest';
import { chooseSurface } from '../../approvals/chooseSurface.js';
import { tierOf } from '../../screen/tierOf.js';
import { reviewLoginConsent } from './reviewLoginConsent.js';

const consent = (added: object) =>
  JSON.stringify({
    txn: '0193e4c0-0000-7000-8000-000000000000',
    current: { provider: 'email', name: 'old@mail.example', idh: 'hash' },
    added,
    hostOrigin: 'https://shop.example',
  });

describe('reviewLoginConsent', () => {
  it('names both logins as a danger, with hidden characters written out, and requires the window on every origin [SEC-75]', () => {
    const review = reviewLoginConsent(consent({ provider: 'google', name: 'Ada\u202E', idh: 'other' }));
    expect(review.facts).toEqual([
      { label: 'fact.login', value: { plain: 'old@mail.example' } },
      { label: 'fact.newLogin', value: { plain: 'Google: Ada⟨U+202E⟩' } },
    ]);
    expect(tierOf(review)).toBe('danger');
    for (const rule of ['auto', 'trusted', 'never'] as const) {
      expect(chooseSurface(review.risk, rule)).toBe('window');
    }
  });

  it('rejects anything that is not a consent', () => {
    expect(() => reviewLoginConsent('{}')).toThrow();
    expect(() => reviewLoginConsent(consent({ provider: 'myspace', idh: 'other' }))).toThrow();
  });
});
