import { createHash } from 'node:crypto';

/** How users are told apart: nobody is merged by an address that another provider names. */
export const EMAIL_PROVIDER = 'email';

/** All projects of a deployment share it: one user, one wallet in all of them. */
export const REALM = 'default';

/** An address as it is compared: `emailAddress` of the protocol takes ASCII only, so that letters' case is all that varies. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/** By which the two services agree on who signs in, without sharing an index. */
export function identityHash(txn: string, provider: string, subject: string): string {
  return createHash('sha256').update(['lk-id', txn, provider, subject].join('|')).digest('base64url');
}
