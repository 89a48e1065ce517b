import type { QueryClient } from '@tanstack/query-core';
import type { AlertKey } from './alerts/alertCatalogue.js';
import type { WalletItem } from './connectors/WalletItem.js';
import type { Storage } from './contracts/Storage.js';
import type { LatchkitEventInput } from './events/LatchkitEvent.js';
import type { LatchkitState } from './state/LatchkitState.js';

/** What the actions of an instance share. @internal */
export interface Kernel {
  /** Aborted by destroy(). */
  readonly signal: AbortSignal;
  readonly storage: Storage;
  /** Whether discovery and reconnection have begun. */
  started: boolean;
  set(change: Partial<LatchkitState> | ((state: LatchkitState) => Partial<LatchkitState>)): void;
  emit(event: LatchkitEventInput): void;
  /** Records an alert, logs it to the console, and shows it in debug mode [ERR-80 reading]. */
  alert(key: AlertKey, details?: string): void;
  /** A number that no earlier attempt of the instance had. */
  nextAttempt(): number;
  /** Abort controllers of connect attempts in flight, by namespace. */
  readonly attempts: Map<string, AbortController>;
  /** Cache of what services and chains answered; made with the first question, emptied by destroy(). */
  queries: QueryClient | undefined;
  /** The wallet list, and the parts of the state that it was made from. */
  walletList: { readonly inputs: readonly unknown[]; readonly list: readonly WalletItem[] } | undefined;
}
