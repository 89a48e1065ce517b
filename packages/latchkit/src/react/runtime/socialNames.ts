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
