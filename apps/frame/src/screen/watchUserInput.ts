import { type Keys, watchKeys } from './watchKeys.js';
import { type Place, watchPlace } from './watchPlace.js';

/** The state of the user's mouse and keyboard, which shows whether input is deliberate. */
export interface UserInput {
  readonly place: Place;
  readonly keys: Keys;
}

/** Tracks both from before the first request: one per page. */
export function watchUserInput(self: Window & typeof globalThis): UserInput {
  return { place: watchPlace(self), keys: watchKeys(self) };
}
