import { EMAIL_PROVIDER } from './emailIdentity.js';
import type { Identity } from './identity.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/** A login of a wallet, as one of the two services stores it. */
export interface StoredLogin extends Identity {
  /** When it was added or changed. Null: it created the wallet. */
  readonly changedAt: Date | null;
}

/** Whether two identities are the same. */
export function isSameLogin(one: Identity, other: Identity): boolean {
  return one.provider === other.provider && one.subject === other.subject;
}

/** Whether the addition or the change of a login can no longer be reverted. */
export function isSettled({ changedAt }: Pick<StoredLogin, 'changedAt'>): boolean {
  return changedAt === null || changedAt.getTime() <= Date.now() - WALLET_TIMES.settledLogin;
}

/**
 * Whether a wallet may lose a login. Its address stays, because it gets the security emails and approves changes. Another login
 * has to stay that no link of an earlier email can take away, so that the wallet never ends up without one.
 */
export function isRemovable(removed: Identity, logins: readonly StoredLogin[]): boolean {
  return (
    removed.provider !== EMAIL_PROVIDER &&
    logins.some(login => !isSameLogin(login, removed) && isSettled(login))
  );
}

/** @throws HttpError 403 `LAST_LOGIN`. See {@link isRemovable}. */
export function requireRemovable(removed: Identity, logins: readonly StoredLogin[]): void {
  if (!isRemovable(removed, logins)) throw walletError('LAST_LOGIN');
}
