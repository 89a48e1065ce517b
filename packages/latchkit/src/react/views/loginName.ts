import type { Connection } from '../../core/index.js';
import { PROVIDER_NAMES } from '../../protocol/providerNames.js';
import { socialOf } from '../runtime/socialOf.js';

/** The name of a login: the shortened email address, or the user's name at the provider, or the provider. */
export function loginName({ name, username }: NonNullable<Connection['auth']>): string | undefined {
  const social = socialOf(name);
  if (social) return username ?? PROVIDER_NAMES[social];
  return username && shortenEmail(username);
}

/** Maximum number of visible characters of an email address. */
const SHOWN = 30;

/** Shortens an email address for display: over 30 characters it ends in an ellipsis. */
export function shortenEmail(email: string): string {
  const characters = [...email];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : email;
}
