import { normalEmail } from './emailIdentity.js';

/** A domain that nobody can own (RFC 2606). */
const DOMAIN = 'canary.invalid';

/** Addresses of the canary wallets. Emails to them stay in the services. */
export const CANARY_ADDRESSES: readonly string[] = [1, 2, 3, 4, 5].map(
  number => `canary-${number}@${DOMAIN}`,
);

/** Whether an address is that of a canary wallet. */
export function isCanary(email: string): boolean {
  return CANARY_ADDRESSES.includes(normalEmail(email));
}
