import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { AlertKey } from './alertCatalogue.js';

/** An entry of the instance's log: an event or an alert. `timestamp`: milliseconds since the epoch. */
export type LogEntry =
  | LatchkitEvent
  | { readonly timestamp: number; readonly alert: AlertKey; readonly message: string };
