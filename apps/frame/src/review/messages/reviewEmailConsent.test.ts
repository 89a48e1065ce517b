import { describe, expect, it } from 'vitest';
import { chooseSurface } from '../../approvals/chooseSurface.js';
import { tierOf } from '../../screen/tierOf.js';
import { reviewEmailConsent } from './reviewEmailConsent.js';

const consent = (from: string | null) =>
  JSON.stringify({
    ...{ txn: '0193e4c0-0000-7000-8000-000000000000', from, to: 'new@mail.example' },
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

  it('names only the new address when there is no current one and rejects anything that is not a consent', () => {
    expect(reviewEmailConsent(consent(null)).facts).toHaveLength(1);
    expect(() => reviewEmailConsent('{}')).toThrow();
  });
});
