import type { ProjectInput } from '../project/projects/store.js';
import { invalidArgument } from './parseOptions.js';

type Features = ProjectInput['features'];

const SWITCHES = ['email', 'activity', 'reownBranding', 'multiWallet'];
const LISTS = ['socials', 'swaps', 'onramp'];

/**
 * Applies `--feature NAME=VALUE` to the features of a project.
 *
 * @throws BaseError `INVALID_ARGUMENT`.
 */
export function applyFeatures(features: Features, given: readonly string[]): Features {
  const result: Record<string, unknown> = { ...features };
  for (const text of given) {
    const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
    if (!SWITCHES.includes(name) && !LISTS.includes(name)) {
      throw invalidArgument(`--feature ${text}: there is no such feature`);
    }
    // The host page decides on features without a value.
    if (value === 'host') delete result[name];
    else if (value === 'off') result[name] = false;
    else if (LISTS.includes(name)) result[name] = value.split(',');
    else if (value === 'on') result[name] = true;
    else throw invalidArgument(`--feature ${name} must be on, off or host`);
  }
  return result as Features;
}
