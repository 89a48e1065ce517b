import type { LoginProvider } from 'latchkit/protocol';

/** Names of the providers in emails; they are not translated. */
export const PROVIDER_NAMES: Readonly<Record<LoginProvider, string>> = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
  github: 'GitHub',
  google: 'Google',
  telegram: 'Telegram',
  x: 'X',
};
