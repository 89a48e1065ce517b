import { PROVIDER_NAMES } from 'latchkit/protocol';
import { visibleText } from './visibleText.js';

/** A social login as the user recognises it: the provider, and the user's name there. */
export function loginName(provider: string, name: string | undefined): string {
  const names: Readonly<Record<string, string>> = PROVIDER_NAMES;
  const shown = names[provider] ?? visibleText(provider);
  return name ? `${shown}: ${visibleText(name)}` : shown;
}
