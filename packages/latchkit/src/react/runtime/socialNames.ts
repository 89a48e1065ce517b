import type { OfferedSocial } from '../../core/index.js';

/** The providers' names; they are not translated. */
export const SOCIAL_NAMES: Readonly<Record<OfferedSocial, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
};

/** The provider with this id, if a user can log in with it. */
export function socialOf(id: string | undefined): OfferedSocial | undefined {
  return id !== undefined && Object.hasOwn(SOCIAL_NAMES, id) ? (id as OfferedSocial) : undefined;
}
