import type { LoginProvider } from './calls/wallet/socialSignIn.js';

/** Names of the login providers; they are not translated. */
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
