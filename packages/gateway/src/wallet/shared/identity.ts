import { type LoginProvider, loginProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { EMAIL_PROVIDER } from './emailIdentity.js';

type IdentityProvider = typeof EMAIL_PROVIDER | LoginProvider;

/** Parses the provider of a stored identity. */
export const identityProvider = z.custom<IdentityProvider>(
  value => value === EMAIL_PROVIDER || loginProvider.safeParse(value).success,
);

/** A user at an identity provider. Both stores have their own blind index of it. */
export interface Identity {
  readonly provider: IdentityProvider;
  /** For email, the normalized address; else a `socialSubject`. */
  readonly subject: string;
}

/** The identity of the holder of an address. */
export function emailIdentity(address: string): Identity {
  return { provider: EMAIL_PROVIDER, subject: address };
}

/** The blind index of an identity in a store. */
export function identityIndex(
  { secret }: Pick<SealedStore, 'secret'>,
  { provider, subject }: Identity,
): string {
  return provider === EMAIL_PROVIDER
    ? secret.index('email', subject)
    : secret.index('social identity', [provider, subject].join('|'));
}
