import { describe, expect, it } from 'vitest';
import { chooseSurface } from '../../approvals/chooseSurface.js';
import { tierOf } from '../../screen/tierOf.js';
import { reviewLoginRemoval } from './reviewLoginRemoval.js';

const consent = (removed: object) =>
  JSON.stringify({
    txn: '0193e4c0-0000-7000-8000-000000000000',
    removed,
    remaining: [
      { provider: 'email', name: 'old@mail.example', idh: 'hash' },
      { provider: 'github', idh: 'third' },
    ],
    hostOrigin: 'https://shop.example',
  });

describe('reviewLoginRemoval', () => {
  it('names the login that goes and those that stay, and requires the window on every origin [SEC-75]', () => {
    const review = reviewLoginRemoval(consent({ provider: 'google', name: 'Ada\u202E', idh: 'other' }));
    expect(review.facts).toEqual([
      { label: 'fact.removedLogin', value: { plain: 'Google: Ada⟨U+202E⟩' } },
      { label: 'fact.remainingLogin', value: { plain: 'old@mail.example' } },
      { label: 'fact.remainingLogin', value: { plain: 'GitHub' } },
    ]);
    expect(tierOf(review)).toBe('caution');
    for (const rule of ['auto', 'trusted', 'never'] as const) {
      expect(chooseSurface(review.risk, rule)).toBe('window');
    }
  });

  it('rejects anything that is not a consent', () => {
    expect(() => reviewLoginRemoval('{}')).toThrow();
    expect(() => reviewLoginRemoval(consent({ provider: 'myspace', idh: 'other' }))).toThrow();
  });
});
