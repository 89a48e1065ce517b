import type { RelayStatus } from '../relay/RelayStatus.js';
import type { AuthPayload } from './Cacao.js';
import type { ProposalNamespaces } from './Namespaces.js';
import type { Reason } from './Reason.js';
import type { Participant, Session } from './Session.js';

/** A page's proposal to a wallet. */
export interface SessionProposal {
  readonly id: number;
  readonly pairingTopic: string;
  readonly proposer: Participant;
  readonly requiredNamespaces: ProposalNamespaces;
  readonly optionalNamespaces: ProposalNamespaces;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** The relay over which it arrived, if it is not the wallet's first. */
  readonly relay?: string | undefined;
}

/** A page's sign-in request to a wallet. */
export interface AuthenticationRequest {
  readonly id: number;
  readonly pairingTopic: string;
  readonly requester: Participant;
  readonly authPayload: AuthPayload;
  readonly expiry: number;
  /** The relay over which it arrived, if it is not the wallet's first. */
  readonly relay?: string | undefined;
}

/** A page's request to a wallet. */
export interface SessionRequest {
  readonly topic: string;
  readonly id: number;
  readonly chainId: string;
  readonly request: { readonly method: string; readonly params: unknown };
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** Events that both sides receive. */
export interface CommonEvents {
  relay_status: RelayStatus;
  session_ping: { readonly topic: string };
  /** The peer or another tab ended the session. */
  session_delete: { readonly session: Session; readonly reason: Reason };
  session_expire: { readonly session: Session };
}

/** Events that a page receives. */
export interface DappEvents extends CommonEvents {
  /** A session was settled, possibly one that was proposed before a reload. */
  session_connect: { readonly session: Session };
  session_update: { readonly session: Session };
  session_extend: { readonly session: Session };
  session_event: {
    readonly session: Session;
    readonly chainId: string;
    readonly event: { readonly name: string; readonly data: unknown };
  };
}

/** Events that a wallet receives. */
export interface WalletEvents extends CommonEvents {
  session_proposal: SessionProposal;
  session_authenticate: AuthenticationRequest;
  session_request: SessionRequest;
  /** A request ended before the wallet responded: it expired, or its session ended. */
  session_request_expire: { readonly id: number };
  proposal_expire: { readonly id: number };
}
