import { type AuthPayload, isAuthPayload } from '../session/Cacao.js';
import { isProposalNamespaces, type ProposalNamespaces } from '../session/Namespaces.js';
import { isKey } from '../session/Session.js';
import { guards } from '../wire/guards.js';

const { anything, boolean, integer, recordOf, shape, text } = guards;

/** A pending proposal. It is stored because a phone may discard the page while the visitor is in the wallet. */
export interface StoredProposal {
  readonly pairingTopic: string;
  readonly symKey: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly proposalId: number;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly requiredNamespaces: ProposalNamespaces;
  readonly optionalNamespaces: ProposalNamespaces;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Set if sign-in was requested too. */
  readonly authenticationId?: number | undefined;
  readonly authPayload?: AuthPayload | undefined;
  /** Set once the wallet has responded and the settlement is pending. */
  readonly responderPublicKey?: string | undefined;
  readonly sessionKey?: string | undefined;
  readonly sessionTopic?: string | undefined;
  /** The name of the relay over which the wallet responded; absent: the first. */
  readonly relay?: string | undefined;
  /** Whether the relays that wait were reached for it: its code or link was in use. */
  readonly reached?: boolean | undefined;
}

const proposal = shape(
  {
    pairingTopic: isKey,
    symKey: isKey,
    publicKey: isKey,
    privateKey: isKey,
    proposalId: integer,
    expiry: integer,
    requiredNamespaces: isProposalNamespaces,
    optionalNamespaces: isProposalNamespaces,
  },
  {
    sessionProperties: recordOf(anything),
    scopedProperties: recordOf(anything),
    authenticationId: integer,
    authPayload: isAuthPayload,
    responderPublicKey: isKey,
    sessionKey: isKey,
    sessionTopic: isKey,
    relay: text(),
    reached: boolean,
  },
);

/** Checks that a stored value is a proposal of this version. */
export function isStoredProposal(value: unknown): value is StoredProposal {
  return proposal(value);
}
