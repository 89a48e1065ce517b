import { createHash } from 'node:crypto';

/** Identity provider of emailed codes. Identities of different providers are never merged by address. */
export const EMAIL_PROVIDER = 'email';

/** Shared by all projects of a deployment: a user has the same wallet in all of them. */
export const REALM = 'default';

/** Normalizes an address for comparison. `emailAddress` of the protocol allows ASCII only, so only the case can differ. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/** Hash with which the two services agree on a user without sharing an index. */
export function identityHash(txn: string, provider: string, subject: string): string {
  return createHash('sha256').update(['lk-id', txn, provider, subject].join('|')).digest('base64url');
}
