import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { AlertKey } from './alertCatalogue.js';

/** What an instance remembers of itself: an event, or an alert. `timestamp` in milliseconds since the epoch. */
export type LogEntry =
  | LatchkitEvent
  | { readonly timestamp: number; readonly alert: AlertKey; readonly message: string };
