import {
  frameError,
  type Locale,
  type P256PublicJwk,
  readApprovalCall,
  type readApprovalRequest,
  sendSignInCodeCall,
  type sendSignInCodeRequest,
  startApprovalCall,
  type startApprovalRequest,
  startEmailSignInCall,
  type startEmailSignInRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { awaitGrant, grantIn } from './awaitGrant.js';
import type { BegunTxn, SignInTxn } from './createCurrentLogin.js';
import { solveWork } from './solveWork.js';

export interface EmailSignInOptions {
  /** Language of the emails. Default: English. */
  readonly locale?: Locale | undefined;
  /** `recover`: this installation has no share set, so the link is required even if it is known. */
  readonly purpose: 'sign-in' | 'recover';
}

/** The requests to both services up to the point where the code is sent. */
export interface SignInCalls {
  /** @throws COOLDOWN, LOCKED, RATE_LIMITED */
  begin(email: string, options: EmailSignInOptions): Promise<BegunTxn>;
  sendLink(asked: SignInTxn): Promise<'VERIFY_DEVICE'>;
  sendCode(asked: SignInTxn): Promise<'VERIFY_OTP'>;
  /** The vault's grant, once the link was approved. @throws DEVICE_DENIED, OTP_EXPIRED */
  look(approval: string): Promise<string | undefined>;
  /** Waits for the grant. @throws DEVICE_DENIED, OTP_EXPIRED; ABORTED */
  awaitGrant(approval: string, signal: AbortSignal): Promise<string>;
}

/** See `createEmailSignIn`. */
export function createSignInCalls(
  walletService: ServiceClient,
  vault: ServiceClient,
  encJwk: P256PublicJwk,
): SignInCalls {
  const begin: SignInCalls['begin'] = async (email, { locale, purpose }) => {
    const body = { email, locale, purpose };
    const start = (work?: Awaited<ReturnType<typeof solveWork>>) =>
      walletService.call<typeof startEmailSignInRequest>(startEmailSignInCall, { body: { ...body, work } });
    const first = await start();
    // The wallet service requires the puzzle only if this installation is new to the address.
    const begun = first.action === 'WORK' ? await start(await solveWork(first)) : first;
    if (begun.action === 'WORK') throw frameError('RATE_LIMITED');
    const { txn: id, action, startToken } = begun;
    return {
      ...{ id, email, locale, startToken, end: new AbortController() },
      hasCode: action !== 'VERIFY_DEVICE',
    };
  };
  const sendLink = async (asked: SignInTxn) => {
    const { startToken, email, locale } = asked;
    if (startToken === undefined) throw frameError('INTERNAL');
    const body = { startToken, email, locale, encJwk };
    asked.approval = (await vault.call<typeof startApprovalRequest>(startApprovalCall, { body })).id;
    return 'VERIFY_DEVICE' as const;
  };
  const sendCode = async (asked: SignInTxn) => {
    const { id, grant } = asked;
    const body = { txn: id, ...(grant && { approvalGrant: grant }) };
    await walletService.call<typeof sendSignInCodeRequest>(sendSignInCodeCall, { body });
    asked.hasCode = true;
    return 'VERIFY_OTP' as const;
  };
  return {
    ...{ begin, sendLink, sendCode },
    awaitGrant: (approval, signal) => awaitGrant(vault, approval, signal),
    async look(approval) {
      return grantIn(
        await vault.call<typeof readApprovalRequest>(readApprovalCall, { params: { id: approval } }),
      );
    },
  };
}
