import type { Account } from '../account/Account.js';
import { type SocialSecretKept, socialEnded, socialSecret } from '../social/socialMessages.js';

/**
 * Receives what login popups, which are pages of this origin, tell of this page's own login: their secret, which it confirms, and that
 * they have the result.
 */
export function receiveSocialSecrets(
  self: Window,
  { keepSocialSecret, hurrySocial }: Pick<Account, 'keepSocialSecret' | 'hurrySocial'>,
): void {
  self.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== self.location.origin || source === null || !('closed' in source)) return;
    const ended = socialEnded.safeParse(data).data;
    if (ended !== undefined) return hurrySocial(ended.txn);
    const given = socialSecret.safeParse(data).data;
    if (given === undefined || !keepSocialSecret(given.txn, given.secret)) return;
    const kept = { lk: 1, type: 'SOCIAL_SECRET_KEPT', txn: given.txn } satisfies SocialSecretKept;
    source.postMessage(kept, origin);
  });
}
