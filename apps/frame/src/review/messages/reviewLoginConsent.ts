import { loginConsentClaims, type NamedLogin } from 'latchkit/protocol';
import { loginName } from '../model/loginName.js';
import type { Review } from '../model/Review.js';

/**
 * Reviews the consent to another login and shows both logins, as signed. The added login opens the wallet, so the consent is
 * approved only in the wallet window, on every origin.
 */
export function reviewLoginConsent(payload: string): Review {
  const { current, added } = loginConsentClaims.parse(JSON.parse(payload));
  const login = nameOf(added);
  return {
    risk: 'R3',
    action: { text: 'action.addLogin' },
    changes: [],
    facts: [
      { label: 'fact.login', value: { plain: nameOf(current) } },
      { label: 'fact.newLogin', value: { plain: login } },
    ],
    warnings: [{ text: 'warning.addLogin', slots: { login } }],
    blocks: [],
    raw: [{ label: 'raw.consent', text: payload }],
  };
}

const nameOf = ({ provider, name, project }: NamedLogin) =>
  provider === 'email' ? (name ?? '') : loginName(provider, name, project);
