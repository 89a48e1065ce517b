import type { SocialProvider } from '../../core/index.js';

/** The providers' names; they are not translated. */
export const SOCIAL_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
  telegram: 'Telegram',
};

/** The provider with this id, if a user can log in with it. */
export function socialOf(id: string | undefined): SocialProvider | undefined {
  return id !== undefined && Object.hasOwn(SOCIAL_NAMES, id) ? (id as SocialProvider) : undefined;
}
