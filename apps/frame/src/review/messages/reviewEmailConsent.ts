import { emailConsentClaims } from 'latchkit/protocol';
import { loginName } from '../model/loginName.js';
import type { Review } from '../model/Review.js';

/**
 * Reviews the consent to another email address, or to one for a social login, and shows both identities in full, as signed. The
 * consent gives the wallet to the owner of that mailbox, so it is approved only in the wallet window, on every origin.
 */
export function reviewEmailConsent(payload: string): Review {
  const { from, to, login } = emailConsentClaims.parse(JSON.parse(payload));
  const isAdded = from === null;
  return {
    risk: 'R3',
    action: { text: isAdded ? 'action.addEmail' : 'action.moveEmail' },
    changes: [],
    facts: [
      isAdded
        ? { label: 'fact.login', value: { plain: login ? loginName(login.provider, login.name) : '' } }
        : { label: 'fact.currentEmail', value: { plain: from } },
      { label: 'fact.newEmail', value: { plain: to } },
    ],
    warnings: [{ text: 'warning.moveEmail', slots: { email: to } }],
    blocks: [],
    raw: [{ label: 'raw.consent', text: payload }],
  };
}
