import type { Approval, SigningRequest } from '@latchkit/keyring';
import type { FrameEvent, FramePayload } from 'latchkit/protocol';
import type { EmailChangeRequest } from '../account/createEmailUpdate.js';
import type { LoginLinkRequest } from '../account/createLoginLink.js';
import type { LoginRemovalRequest } from '../account/createLoginRemoval.js';
import type { ChainReader } from '../chains/createChainReader.js';
import type { TokenList } from '../chains/createTokenList.js';
import type { HostRequestContext } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';
import type { Signer } from '../prepare/Prepared.js';
import type { NetworkOf } from '../review/model/networkOf.js';
import type { CallsStatusAnswer } from '../smartAccount/answerCallsStatus.js';
import type { Operations } from '../smartAccount/createOperations.js';
import type { Mailbox } from '../windowChannel/createMailbox.js';
import type { InlineRule } from './chooseSurface.js';

/** The dependencies of the approvals. */
export interface ApprovalsOptions {
  readonly self: Window;
  /** The host's origin as the browser reports it. */
  readonly hostOrigin: string;
  readonly state: HostState;
  /** What may be approved in the frame: `inlineRule` for this origin. Default `auto`: requests that give no rights away. */
  readonly inline?: InlineRule;
  /** Sends SHOW, HIDE and SURFACE_NEEDED to the host. */
  readonly tell: (event: FrameEvent) => void;
  readonly reader: ChainReader;
  readonly operations: Operations;
  /** Aborts when the page ends. */
  readonly ended: AbortSignal;
  readonly tokens: TokenList;
  readonly networkOf: NetworkOf;
  /** Origin of the gateway whose orders are signed. Default: none is. */
  readonly gateway?: string | undefined;
  /** The name that is registered for an account. Default: no name is shown. Never rejects. */
  readonly nameOf?: ((address: string) => Promise<string | undefined>) | undefined;
  /** Reaches the wallet window when this page has no handle to it. */
  readonly mailbox: Mailbox;
  readonly projectId: string;
  /** The signed-in user with the accounts that are active with a chain; undefined if no user is signed in. */
  readonly signer: (chainId: string) => (Signer & { readonly login: string }) | undefined;
  /** Signs an approved request: `Account.sign`, with a key of the wallet or, for a consent, of the installation. */
  readonly sign: (request: SigningRequest, approval: Approval) => Promise<string>;
  /** Blocks the host for this many milliseconds, at the user's choice: `HostSession.approvals.block`. */
  readonly block: (milliseconds: number) => void;
  /** How many requests the user refused within the last minute: `HostSession.approvals.refusals`. */
  readonly refusals: () => number;
}

/** Asks the user to approve requests, signs the approved ones and completes them as the method specifies. */
export interface Approvals {
  /**
   * Handles a request that needs approval and resolves to the result that its standard specifies.
   *
   * @throws frameError REJECTED the user refused it, or it is blocked; AMOUNT_CHANGED; ABORTED; UNSUPPORTED_METHOD; BAD_MESSAGE; NOT_CONNECTED;
   * WINDOW_BLOCKED the wallet window did not open; SURFACE_UNAVAILABLE it can't be reached; INTERNAL, TIMEOUT.
   */
  request(payload: FramePayload<'RPC_REQUEST'>, context: HostRequestContext): Promise<unknown>;
  /**
   * Shows what became of calls until the user closes it. Pending calls are read again.
   *
   * @param read - Receives what it read before, and waits a moment before it reads again.
   * @throws frameError CALLS_NOT_FOUND; ABORTED; NOT_CONNECTED; INTERNAL, TIMEOUT The chain does not respond.
   */
  showStatus(
    read: (signal: AbortSignal, before: CallsStatusAnswer | undefined) => Promise<CallsStatusAnswer>,
    chainId: string,
    context: HostRequestContext,
  ): Promise<null>;
  /**
   * Asks the user in the wallet window to agree to another email address, or to the addition or removal of a login.
   *
   * @returns the consent, signed by this installation.
   * @throws the errors of `request`.
   */
  consent(
    change: EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest,
    context: HostRequestContext,
  ): Promise<string>;
}
