import type { AlertKey } from './alerts/alertCatalogue.js';
import type { Storage } from './contracts/Storage.js';
import type { LatchkitEvent } from './events/LatchkitEvent.js';
import type { LatchkitState } from './state/LatchkitState.js';

/** What the actions of an instance share. @internal */
export interface Kernel {
  /** Aborted by destroy(). */
  readonly signal: AbortSignal;
  readonly storage: Storage;
  set(change: Partial<LatchkitState> | ((state: LatchkitState) => Partial<LatchkitState>)): void;
  emit(event: LatchkitEvent): void;
  /** Records an alert, logs it to the console, and shows it in debug mode [ERR-80 reading]. */
  alert(key: AlertKey, details?: string): void;
  /** A number that no earlier attempt of the instance had. */
  nextAttempt(): number;
  /** Abort controllers of connect attempts in flight, by namespace. */
  readonly attempts: Map<string, AbortController>;
}
