import type { Line, Review } from '../decode/Review.js';
import type { TextKey } from './texts/en.js';

/**
 * How loudly a review speaks. `neutral`: it was read, and says what it does. `caution`: something of it cannot be told, or is
 * worth a second look. `danger`: it could take more than what is shown, or looks like a trick.
 */
export type Tier = 'neutral' | 'caution' | 'danger';

/** What honest sites hardly ever ask for. Red for more than that would soon be read by nobody. */
const DANGERS: ReadonlySet<TextKey> = new Set<TextKey>([
  'warning.unreadable',
  'warning.unknownPermit',
  'warning.unlimited',
  'warning.allTokens',
  'warning.malformedSignIn',
  'warning.signInUri',
  'warning.authority',
  'warning.poses',
  'warning.cluster',
  'warning.leaves',
  'warning.moveEmail',
]);

/** The tier of one warning. */
export function tierOfWarning({ text }: Line): 'caution' | 'danger' {
  return DANGERS.has(text) ? 'danger' : 'caution';
}

/** The tier of a review: that of its gravest warning. What could not be read whole is never neutral. */
export function tierOf({ risk, warnings }: Pick<Review, 'risk' | 'warnings'>): Tier {
  if (warnings.some(one => tierOfWarning(one) === 'danger')) return 'danger';
  return warnings.length > 0 || risk === 'R3' ? 'caution' : 'neutral';
}
