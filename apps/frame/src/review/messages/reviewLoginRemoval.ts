import { loginRemovalClaims, type NamedLogin } from 'latchkit/protocol';
import { loginName } from '../model/loginName.js';
import type { Review } from '../model/Review.js';

/**
 * Reviews the consent to the removal of a login and shows all logins, as signed. Who opens the wallet changes, so the consent is
 * approved only in the wallet window, on every origin.
 */
export function reviewLoginRemoval(payload: string): Review {
  const { removed, remaining } = loginRemovalClaims.parse(JSON.parse(payload));
  const login = nameOf(removed);
  return {
    risk: 'R3',
    action: { text: 'action.removeLogin' },
    changes: [],
    facts: [
      { label: 'fact.removedLogin', value: { plain: login } },
      ...remaining.map(named => ({
        label: 'fact.remainingLogin' as const,
        value: { plain: nameOf(named) },
      })),
    ],
    warnings: [{ text: 'warning.removeLogin', slots: { login } }],
    blocks: [],
    raw: [{ label: 'raw.consent', text: payload }],
  };
}

const nameOf = ({ provider, name, project }: NamedLogin) =>
  provider === 'email' ? (name ?? '') : loginName(provider, name, project);
