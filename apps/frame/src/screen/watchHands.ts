import { type Keys, watchKeys } from './watchKeys.js';
import { type Place, watchPlace } from './watchPlace.js';

/** The state of the user's mouse and keyboard, which shows whether input is deliberate. */
export interface Hands {
  readonly place: Place;
  readonly keys: Keys;
}

/** Tracks both from before the first request: one per page. */
export function watchHands(self: Window & typeof globalThis): Hands {
  return { place: watchPlace(self), keys: watchKeys(self) };
}
