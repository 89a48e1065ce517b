import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { View, ViewName } from '../state/view.js';

/** What happens in an instance, as the host hears it. `timestamp` in milliseconds since the epoch. */
export type LatchkitEvent = { readonly timestamp: number } & (
  | { readonly event: 'MODAL_CREATED' }
  | { readonly event: 'MODAL_OPEN'; readonly view: ViewName; readonly connected: boolean }
  | { readonly event: 'MODAL_CLOSE'; readonly connected: boolean }
  | { readonly event: 'VIEW_CHANGED'; readonly view: View['name'] }
  | { readonly event: 'SELECT_WALLET'; readonly walletId: string; readonly name: string }
  | {
      readonly event: 'CONNECT_SUCCESS';
      readonly namespace: ChainNamespace;
      readonly connectorId: string;
      readonly address: string;
      readonly reconnected: boolean;
    }
  | {
      readonly event: 'CONNECT_ERROR';
      readonly namespace: ChainNamespace;
      readonly connectorId: string;
      readonly code: string;
    }
  | { readonly event: 'DISCONNECT_SUCCESS'; readonly namespace: ChainNamespace }
  | { readonly event: 'DISCONNECT_ERROR'; readonly namespace: ChainNamespace; readonly code: string }
  | { readonly event: 'SWITCH_NETWORK'; readonly networkId: CaipNetworkId }
  | { readonly event: 'ACCOUNT_CHANGED'; readonly namespace: ChainNamespace; readonly address: string }
  /** A fault. `source`: what was being done; `errorType`: the error's code, or its name where it has none. */
  | {
      readonly event: 'INTERNAL_ERROR';
      readonly source: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly stackTrace: string;
    }
);

/** An event before its time is stamped on it. */
export type LatchkitEventInput = LatchkitEvent extends infer E
  ? E extends LatchkitEvent
    ? Omit<E, 'timestamp'>
    : never
  : never;
