import { PROVIDER_NAMES } from 'latchkit/protocol';
import { visibleText } from './visibleText.js';

/**
 * A social login as the user recognises it: the provider, and the user's name there.
 *
 * @param project - Name of the project whose own client proves it.
 */
export function loginName(provider: string, name: string | undefined, project?: string): string {
  const names: Readonly<Record<string, string>> = PROVIDER_NAMES;
  const own = project && ` (${visibleText(project)})`;
  const shown = (names[provider] ?? visibleText(provider)) + (own ?? '');
  return name ? `${shown}: ${visibleText(name)}` : shown;
}
