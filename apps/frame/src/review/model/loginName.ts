import { visibleText } from './visibleText.js';

/** Names of the providers; they are not translated. */
const PROVIDERS: Readonly<Record<string, string>> = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
  github: 'GitHub',
  google: 'Google',
  telegram: 'Telegram',
  x: 'X',
};

/** A social login as the user recognises it: the provider, and the user's name there. */
export function loginName(provider: string, name: string | undefined): string {
  const shown = PROVIDERS[provider] ?? visibleText(provider);
  return name ? `${shown}: ${visibleText(name)}` : shown;
}
