import type { Review } from '../review/model/Review.js';
import type { Line } from '../texts/createTexts.js';
import type { TextKey } from '../texts/en.js';

/**
 * How a review is shown. `neutral`: it was read and says what it does. `caution`: part of it is unknown, or worth a second
 * look. `danger`: it could take more than is shown, or looks like fraud.
 */
export type Tier = 'neutral' | 'caution' | 'danger';

/** Requests that honest sites almost never make. If more were red, users would stop reading the warnings. */
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
  'warning.addLogin',
  'warning.nameGiven',
  'warning.nameLost',
]);

/** The tier of one warning. */
export function tierOfWarning({ text }: Line): 'caution' | 'danger' {
  return DANGERS.has(text) ? 'danger' : 'caution';
}

/** The tier of a review: that of its most severe warning. A review that could not be fully read is never neutral. */
export function tierOf({ risk, warnings }: Pick<Review, 'risk' | 'warnings'>): Tier {
  if (warnings.some(one => tierOfWarning(one) === 'danger')) return 'danger';
  return warnings.length > 0 || risk === 'R3' ? 'caution' : 'neutral';
}
