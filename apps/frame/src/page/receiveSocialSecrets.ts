import type { Account } from '../account/Account.js';
import { type SocialSecretKept, socialSecret } from '../social/socialMessages.js';

/** Receives the secrets of login popups, which are pages of this origin, and confirms those of its own login. */
export function receiveSocialSecrets(
  self: Window,
  { keepSocialSecret }: Pick<Account, 'keepSocialSecret'>,
): void {
  self.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== self.location.origin || source === null || !('closed' in source)) return;
    const given = socialSecret.safeParse(data).data;
    if (given === undefined || !keepSocialSecret(given.txn, given.secret)) return;
    const kept = { lk: 1, type: 'SOCIAL_SECRET_KEPT', txn: given.txn } satisfies SocialSecretKept;
    source.postMessage(kept, origin);
  });
}
