import type { SessionKeyring } from '@latchkit/keyring';
import type { AccountUser } from './Account.js';

/** The signed-in user and their keyring; leaving destroys it. */
export interface Presence {
  user(): AccountUser | undefined;
  keyring(): SessionKeyring;
  become(user: AccountUser): void;
  /** Ends the keyring and its pending calls; the user stays signed in. */
  lock(): void;
  /** Signs the user out locally. Ends the keyring and its pending calls. */
  leave(): void;
  /** This installation's share set could not be opened: the next sign-in must use the recovery set. */
  isDoorInDoubt: boolean;
}

/**
 * Starts without a user.
 *
 * @param openKeyring - Creates the keyring of one session.
 * @param onChange - Called when another user signs in and when the current user changes.
 */
export function createPresence(
  openKeyring: () => SessionKeyring,
  onChange: (user: AccountUser | undefined) => void,
): Presence {
  let keyring = openKeyring();
  let user: AccountUser | undefined;
  const become = (next: AccountUser | undefined) => {
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
    become,
    lock,
    leave() {
      lock();
      become(undefined);
    },
    isDoorInDoubt: false,
  };
}
