import type { SessionKeyring } from '../keyring/Keyring.js';
import type { AccountUser } from './Account.js';

/** Who is here, and the keyring that ends with that. */
export interface Presence {
  user(): AccountUser | undefined;
  keyring(): SessionKeyring;
  become(user: AccountUser): void;
  /** Ends the keyring, with what is under way with it; who is here stays. */
  lock(): void;
  /** Nobody is here any more. The keyring ends, with what is under way with it. */
  leave(): void;
  /** This installation's door did not open: the next sign-in is to go through the recovery door. */
  isDoorInDoubt: boolean;
}

/**
 * Nobody is here at first.
 *
 * @param openKeyring - Makes the keyring of one session.
 * @param onChange - Hears of another user, and of changes of the one that is here.
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
