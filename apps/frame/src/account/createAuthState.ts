import type { SessionKeyring } from '@latchkit/keyring';
import type { AccountUser } from './Account.js';

/** The signed-in user and their keyring; leaving destroys it. */
export interface AuthState {
  user(): AccountUser | undefined;
  keyring(): SessionKeyring;
  setUser(user: AccountUser): void;
  /** Ends the keyring and its pending calls; the user stays signed in. */
  lock(): void;
  /** Signs the user out locally. Ends the keyring and its pending calls. */
  leave(): void;
  /** This installation's share set could not be opened: the next sign-in must use the recovery set. */
  mustRecover: boolean;
}

/**
 * Starts without a user.
 *
 * @param openKeyring - Creates the keyring of one session.
 * @param onChange - Called when another user signs in and when the current user changes.
 */
export function createAuthState(
  openKeyring: () => SessionKeyring,
  onChange: (user: AccountUser | undefined) => void,
): AuthState {
  let keyring = openKeyring();
  let user: AccountUser | undefined;
  const setUser = (next: AccountUser | undefined) => {
    const isOther = JSON.stringify(next) !== JSON.stringify(user);
    user = next;
    if (isOther) onChange(next);
  };
  const lock = () => {
    keyring.end();
    keyring = openKeyring();
  };
  return {
    user: () => user,
    keyring: () => keyring,
    setUser,
    lock,
    leave() {
      lock();
      setUser(undefined);
    },
    mustRecover: false,
  };
}
