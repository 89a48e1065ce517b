import { emailConsentClaims } from 'latchkit/protocol';
import type { Fact, Review } from '../model/Review.js';

/**
 * Reviews the consent to another email address and shows both addresses in full, as signed. The consent gives the wallet to the
 * owner of the new mailbox, so it is approved only in the wallet window, on every origin.
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
