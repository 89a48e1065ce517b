import { type Keys, watchKeys } from './watchKeys.js';
import { type Place, watchPlace } from './watchPlace.js';

/** What is known of the visitor's mouse and keyboard: whether they are here on purpose. */
export interface Hands {
  readonly place: Place;
  readonly keys: Keys;
}

/** Follows both, from before the first request: one for a page. */
export function watchHands(self: Window & typeof globalThis): Hands {
  return { place: watchPlace(self), keys: watchKeys(self) };
}
