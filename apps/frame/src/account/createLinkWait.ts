import type { SessionKeyring } from '@latchkit/keyring';
import {
  anySignal,
  askEvidenceApprovalCall,
  type askEvidenceApprovalRequest,
  type CallInput,
  type FrameSuccess,
  frameError,
  isError,
  refreshSessionCall,
  type refreshSessionRequest,
  type WalletSession,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { awaitGrant } from './awaitGrant.js';
import type { Session } from './createSession.js';
import type { RedeemedLogin } from './redeemLogin.js';

/** The result of a login whose link was sent. */
export type LinkSent = Extract<FrameSuccess<'CONNECT_SOCIAL'>, { readonly action: unknown }>;

/** A redeemed login that needs the link to the approval address. */
export interface UnapprovedLogin {
  readonly redeemed: RedeemedLogin;
  /** The keyring from before the login was redeemed. */
  readonly keyring: SessionKeyring;
  /** What the vault requires for another link. */
  readonly body: CallInput<typeof askEvidenceApprovalRequest>['body'];
}

/** A login whose link was approved. */
export interface ApprovedLogin extends UnapprovedLogin {
  readonly approvalGrant: string;
}

/** The social login that waits until its link is approved: at most one. It ends with the page. */
export interface LinkWait {
  /** Sends the link of a login, which replaces the one that waits. @throws COOLDOWN, RATE_LIMITED */
  begin(login: UnapprovedLogin): Promise<LinkSent>;
  /** Keeps a login whose link `again` sends, in place of the one that waits. */
  hold(login: UnapprovedLogin): void;
  /** Whether the login with this id waits, for its link or to send it. */
  holds(txn: string | undefined): boolean;
  /** Sends another link, or the first one of a login that is held. Returns undefined if this login does not wait. @throws COOLDOWN, RATE_LIMITED */
  again(txn: string | undefined): Promise<LinkSent | undefined>;
  isWaiting(): boolean;
  /**
   * Waits for the approval, and returns the login. Can be called again after it was aborted.
   *
   * @throws DEVICE_DENIED, OTP_EXPIRED; ABORTED by the signal or by another login.
   */
  approved(signal: AbortSignal): Promise<ApprovedLogin>;
  /** Abandons the login. */
  leave(): void;
}

interface Waiting extends UnapprovedLogin {
  /** Id of the approval of the newest link; undefined before the first one. */
  approval: string | undefined;
  /** When the access token expires, in milliseconds since 1970. */
  readonly until: number;
  readonly end: AbortController;
}

/** An access token is renewed this many milliseconds before it expires. */
const MARGIN = 60_000;

/** @param now - Milliseconds since 1970. */
export function createLinkWait(
  walletService: ServiceClient,
  vault: ServiceClient,
  session: Pick<Session, 'abandon'>,
  now: () => number,
): LinkWait {
  let waiting: Waiting | undefined;
  const take = () => {
    const taken = waiting;
    waiting = undefined;
    taken?.end.abort();
    return taken;
  };
  const leave = () => {
    const left = take();
    if (left) session.abandon(left.redeemed.session);
  };
  const keep = (login: UnapprovedLogin, approval: string | undefined) => {
    leave();
    const until = now() + login.redeemed.session.expiresIn * 1_000;
    waiting = { ...login, approval, until, end: new AbortController() };
  };
  const send = ({ body }: UnapprovedLogin) =>
    vault.call<typeof askEvidenceApprovalRequest>(askEvidenceApprovalCall, { body });
  return {
    leave,
    isWaiting: () => waiting !== undefined,
    hold: login => keep(login, undefined),
    holds: txn => waiting !== undefined && waiting.redeemed.txn === txn,
    async begin(login) {
      leave();
      const { id, email, retryAfter } = await send(login);
      keep(login, id);
      return { action: 'VERIFY_DEVICE', email, retryAfter };
    },
    async again(txn) {
      const asked = waiting;
      if (asked === undefined || asked.redeemed.txn !== txn) return undefined;
      const { id, email, retryAfter } = await send(asked);
      asked.approval = id;
      return { action: 'VERIFY_DEVICE', email, retryAfter };
    },
    async approved(signal) {
      const asked = waiting;
      if (asked?.approval === undefined) throw frameError('OTP_EXPIRED');
      try {
        const either = anySignal(signal, asked.end.signal);
        const approvalGrant = await awaitGrant(vault, asked.approval, either);
        const { redeemed, keyring, body, until } = asked;
        const isOver = until - MARGIN <= now();
        const good = isOver ? await renew(walletService, redeemed.session) : redeemed.session;
        if (waiting !== asked) throw frameError('ABORTED');
        take();
        return { keyring, body, approvalGrant, redeemed: { ...redeemed, session: good } };
      } catch (error) {
        if (waiting === asked && !isError(error, 'ABORTED')) leave();
        throw error;
      }
    },
  };
}

/** A link may take longer to be opened than an access token is valid. */
async function renew(walletService: ServiceClient, { refresh }: WalletSession): Promise<WalletSession> {
  const body = { refresh, exchange: crypto.randomUUID() };
  const { session } = await walletService.call<typeof refreshSessionRequest>(refreshSessionCall, { body });
  return session;
}
