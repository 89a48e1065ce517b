import type { ChainId, ChainNamespace } from '../protocol/caip.js';
import type { View, ViewName } from './modal/View.js';

/** An event that an instance emits to the host. `timestamp`: milliseconds since the epoch. */
export type LatchkitEvent = { readonly timestamp: number } & (
  | { readonly event: 'MODAL_CREATED' }
  | { readonly event: 'MODAL_OPEN'; readonly view: ViewName; readonly connected: boolean }
  | { readonly event: 'MODAL_CLOSE'; readonly connected: boolean }
  | { readonly event: 'VIEW_CHANGED'; readonly view: View['name'] }
  /** The visitor selected a wallet in the modal. */
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
  | { readonly event: 'SWITCH_NETWORK'; readonly chainId: ChainId }
  | { readonly event: 'ACCOUNT_CHANGED'; readonly namespace: ChainNamespace; readonly address: string }
  /** The visitor is asked to sign in. */
  | {
      readonly event: 'SIGN_IN_ASKED';
      readonly namespace: ChainNamespace;
      readonly chainId: ChainId;
    }
  | {
      readonly event: 'SIGN_IN_SUCCESS';
      readonly namespace: ChainNamespace;
      readonly address: string;
      readonly chainId: ChainId;
    }
  | { readonly event: 'SIGN_IN_ERROR'; readonly namespace: ChainNamespace; readonly code: string }
  | { readonly event: 'SIGN_IN_CANCELLED'; readonly namespace: ChainNamespace }
  | { readonly event: 'SIGN_OUT'; readonly namespace: ChainNamespace }
  | { readonly event: 'SESSION_EXPIRED'; readonly namespace: ChainNamespace }
  /** A send from the modal or with `sendTokens` started, succeeded or failed. `symbol`: the token's symbol. */
  | { readonly event: 'SEND_INITIATED'; readonly chainId: ChainId; readonly symbol: string }
  | {
      readonly event: 'SEND_SUCCESS';
      readonly chainId: ChainId;
      readonly symbol: string;
      readonly hash: string;
    }
  | {
      readonly event: 'SEND_ERROR';
      readonly chainId: ChainId;
      readonly symbol: string;
      readonly code: string;
    }
  /** A swap from the modal or with `swap` started, is on the chain, or failed. `from`, `to`: the symbols of the tokens. */
  | {
      readonly event: 'SWAP_INITIATED';
      readonly chainId: ChainId;
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly event: 'SWAP_SUCCESS';
      readonly chainId: ChainId;
      readonly from: string;
      readonly to: string;
      readonly hash: string;
    }
  | {
      readonly event: 'SWAP_ERROR';
      readonly chainId: ChainId;
      readonly from: string;
      readonly to: string;
      readonly code: string;
    }
  /** A purchase was started on a provider's page, has arrived, or has ended without arriving. `symbol`: of the bought currency. */
  | {
      readonly event: 'BUY_INITIATED';
      readonly chainId: ChainId;
      readonly symbol: string;
      readonly provider: string;
    }
  | {
      readonly event: 'BUY_SUCCESS';
      readonly chainId: ChainId;
      readonly symbol: string;
      readonly provider: string;
    }
  | {
      readonly event: 'BUY_ERROR';
      readonly chainId: ChainId;
      readonly symbol: string;
      readonly provider: string;
      readonly status: 'declined' | 'expired' | 'refunded' | 'failed';
    }
  /** A transaction that was sent this way was settled. */
  | {
      readonly event: 'TRANSACTION_SETTLED';
      readonly chainId: ChainId;
      readonly hash: string;
      readonly status: 'confirmed' | 'reverted' | 'replaced' | 'cancelled' | 'dropped';
    }
  /** An error. `source`: the operation that failed; `errorType`: the error's code, or its name if it has no code. */
  | {
      readonly event: 'INTERNAL_ERROR';
      readonly source: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly stackTrace: string;
    }
);

/** An event before its timestamp is added. */
export type LatchkitEventInput = LatchkitEvent extends infer E
  ? E extends LatchkitEvent
    ? Omit<E, 'timestamp'>
    : never
  : never;
