import type { CaipNetwork } from 'latchkit';
import type {
  AuthenticationRequest,
  RelayStatus,
  Session,
  SessionProposal,
  SessionRequest,
} from 'latchkit/walletconnect';
import type { ReadRequest } from './readRequest.js';
import type { AccountKeys } from './walletKeys.js';

/** A pending request of a connected page. */
export interface PendingRequest {
  readonly kind: 'request';
  readonly id: number;
  readonly asked: SessionRequest;
  readonly read: ReadRequest;
  readonly session: Session;
  readonly network: CaipNetwork;
  /** Keys of the account that the page names. */
  readonly keys: AccountKeys;
}

/** A request that waits for the user's decision. */
export type Pending =
  | { readonly kind: 'proposal'; readonly id: number; readonly asked: SessionProposal }
  | { readonly kind: 'signIn'; readonly id: number; readonly asked: AuthenticationRequest }
  | PendingRequest;

/** The result of the last action, in one sentence. */
export interface Notice {
  readonly tone: 'success' | 'danger';
  readonly text: string;
}

/** The state that the wallet shows. */
export interface WalletState {
  readonly relay: RelayStatus;
  readonly sessions: readonly Session[];
  /** Oldest first. */
  readonly pending: readonly Pending[];
  /** Index of the selected account among the keys. */
  readonly account: number;
  /** The selected EVM network. */
  readonly network: CaipNetwork;
  /** A link was opened, and the page's proposal has not arrived yet. */
  readonly isPairing: boolean;
  /** Id of the request that is being completed. */
  readonly answering: number | undefined;
  readonly notice: Notice | undefined;
}
