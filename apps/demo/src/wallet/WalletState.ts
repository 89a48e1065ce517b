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

/** A request of a connected page that can be answered. */
export interface PendingRequest {
  readonly kind: 'request';
  readonly id: number;
  readonly asked: SessionRequest;
  readonly read: ReadRequest;
  readonly session: Session;
  readonly network: CaipNetwork;
  /** Of the account that the page names. */
  readonly keys: AccountKeys;
}

/** Something that waits for the visitor's decision. */
export type Pending =
  | { readonly kind: 'proposal'; readonly id: number; readonly asked: SessionProposal }
  | { readonly kind: 'signIn'; readonly id: number; readonly asked: AuthenticationRequest }
  | PendingRequest;

/** What came of the last thing, in one sentence. */
export interface Notice {
  readonly tone: 'success' | 'danger';
  readonly text: string;
}

/** Everything that the wallet shows. */
export interface WalletState {
  readonly relay: RelayStatus;
  readonly sessions: readonly Session[];
  /** Oldest first. */
  readonly pending: readonly Pending[];
  /** Place of the chosen account among the keys. */
  readonly account: number;
  /** The chosen EVM network. */
  readonly network: CaipNetwork;
  /** A link was followed, and what the page asks for has not come yet. */
  readonly isPairing: boolean;
  /** Id of what is being answered. */
  readonly answering: number | undefined;
  readonly notice: Notice | undefined;
}
