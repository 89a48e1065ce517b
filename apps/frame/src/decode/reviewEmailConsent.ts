import { emailConsentClaims } from 'latchkit/protocol';
import type { Fact, Review } from './Review.js';

/**
 * What a consent to another email address does: both addresses whole, as they are signed. It gives the wallet to whoever reads
 * mail at the new one, and is therefore approved in the wallet's window only, on every origin.
 */
export function reviewEmailConsent(payload: string): Review {
  const { from, to } = emailConsentClaims.parse(JSON.parse(payload));
  const current: Fact[] = from === null ? [] : [{ label: 'fact.currentEmail', value: { plain: from } }];
  return {
    risk: 'R3',
    action: { text: 'action.moveEmail' },
    changes: [],
    facts: [...current, { label: 'fact.newEmail', value: { plain: to } }],
    warnings: [{ text: 'warning.moveEmail', slots: { email: to } }],
    blocks: [],
    raw: [{ label: 'raw.consent', text: payload }],
  };
}
