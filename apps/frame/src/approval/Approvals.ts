import type { EmailConsentClaims, FrameEvent, FramePayload } from 'latchkit/protocol';
import type { ChainReader } from '../chain/ChainReader.js';
import type { TokenList } from '../chain/TokenList.js';
import type { NetworkOf } from '../decode/networkOf.js';
import type { Approval, SigningRequest } from '../keyring/SigningRequest.js';
import type { Mailbox } from '../mailbox/Mailbox.js';
import type { FrameRequestContext } from '../messenger/FrameHandlers.js';
import type { ShellState } from '../page/ShellState.js';
import type { InlineRule } from './surfaceOf.js';

/** What approvals work with. */
export interface ApprovalsOptions {
  readonly self: Window;
  /** The host's origin, in the browser's own word. */
  readonly hostOrigin: string;
  readonly state: ShellState;
  /** What may be approved in the frame: `inlineRule` of the project's origins. Default `auto`: what gives no rights away. */
  readonly inline?: InlineRule;
  /** Says SHOW, HIDE and SURFACE_NEEDED to the host. */
  readonly tell: (event: FrameEvent) => void;
  readonly reader: ChainReader;
  readonly tokens: TokenList;
  readonly networkOf: NetworkOf;
  /** The way to the wallet's window where this page cannot reach it. */
  readonly mailbox: Mailbox;
  readonly projectId: string;
  /** The signed-in visitor; undefined: nobody. */
  readonly signer: () =>
    | { readonly email: string; readonly evm: string; readonly solana: string }
    | undefined;
  /** Signs what was approved: `Account.sign`, with a key of the wallet or, for a consent, of the installation. */
  readonly sign: (request: SigningRequest, approval: Approval) => Promise<string>;
  /** The visitor shut the host out for so many milliseconds: `FrameServer.approvals.block`. */
  readonly block: (milliseconds: number) => void;
  /** How many the visitor refused within the last minute, `FrameServer.approvals.refusals`. */
  readonly refusals: () => number;
}

/** Asks the visitor about requests, signs what is approved, and does what the method says with it. */
export interface Approvals {
  /**
   * Answers a request of a method that needs approval, as the method's standard says.
   *
   * @throws frameError REJECTED the visitor refused, or it is blocked; ABORTED; UNSUPPORTED_METHOD; BAD_MESSAGE; NOT_CONNECTED;
   * WINDOW_BLOCKED the wallet's window did not open; SURFACE_UNAVAILABLE it cannot be reached; INTERNAL, TIMEOUT.
   */
  request(payload: FramePayload<'RPC_REQUEST'>, context: FrameRequestContext): Promise<unknown>;
  /**
   * Asks the visitor, in the wallet's window, to agree to another email address.
   *
   * @returns the consent, signed by this installation.
   * @throws as `request`.
   */
  consent(change: EmailMove, context: FrameRequestContext): Promise<string>;
}

/** A change of the email address, as the visitor is asked about it. */
export type EmailMove = Pick<EmailConsentClaims, 'txn' | 'from' | 'to'>;
