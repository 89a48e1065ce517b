import {
  awaitApprovalCall,
  type awaitApprovalRequest,
  type CallResponse,
  frameError,
  isError,
  type P256PublicJwk,
  readApprovalCall,
  type readApprovalRequest,
  sendSignInCodeCall,
  type sendSignInCodeRequest,
  startApprovalCall,
  type startApprovalRequest,
  startEmailSignInCall,
  type startEmailSignInRequest,
  type WalletLocale,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { BegunTxn, SignInTxn } from './createCurrentLogin.js';
import { sleepFor } from './sleepFor.js';
import { solveWork } from './solveWork.js';

/** Milliseconds between two questions whether the link was followed, where the vault kept the first one for less. */
const PAUSE = 2_000;

export interface EmailSignInOptions {
  /** Language of the mails. Default: English. */
  readonly locale?: WalletLocale | undefined;
  /** `recover`: this installation holds no door, so that the link is needed whether it is known or not. */
  readonly purpose: 'sign-in' | 'recover';
}

/** What a sign-in asks of both services until its code is there. */
export interface SignInCalls {
  /** @throws COOLDOWN, LOCKED, RATE_LIMITED */
  begin(email: string, options: EmailSignInOptions): Promise<BegunTxn>;
  sendLink(asked: SignInTxn): Promise<'VERIFY_DEVICE'>;
  sendCode(asked: SignInTxn): Promise<'VERIFY_OTP'>;
  /** The vault's grant, once the link was followed. @throws DEVICE_DENIED, OTP_EXPIRED */
  look(approval: string): Promise<string | undefined>;
  /** Waits for the grant. @throws DEVICE_DENIED, OTP_EXPIRED; ABORTED */
  awaitGrant(approval: string, signal: AbortSignal): Promise<string>;
}

/** As `createEmailSignIn`. */
export function createSignInCalls(
  gateway: ServiceClient,
  vault: ServiceClient,
  encJwk: P256PublicJwk,
): SignInCalls {
  const begin: SignInCalls['begin'] = async (email, { locale, purpose }) => {
    const body = { email, locale, purpose };
    const start = (work?: Awaited<ReturnType<typeof solveWork>>) =>
      gateway.call<typeof startEmailSignInRequest>(startEmailSignInCall, { body: { ...body, work } });
    const first = await start();
    // The gateway asks it only where this installation is new to the address.
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
    await gateway.call<typeof sendSignInCodeRequest>(sendSignInCodeCall, { body });
    asked.hasCode = true;
    return 'VERIFY_OTP' as const;
  };
  const grantIn = ({ state, approvalGrant }: CallResponse<typeof readApprovalCall>) => {
    if (state === 'denied') throw frameError('DEVICE_DENIED');
    if (state === 'expired') throw frameError('OTP_EXPIRED');
    return approvalGrant;
  };
  const awaitGrant = async (approval: string, signal: AbortSignal): Promise<string> => {
    for (;;) {
      if (signal.aborted) throw frameError('ABORTED');
      const asked = performance.now();
      // The vault answers as soon as the visitor has decided.
      const grant = await vault
        .call<typeof awaitApprovalRequest>(awaitApprovalCall, { params: { id: approval }, signal })
        .then(grantIn)
        .catch(error => {
          // The network comes and goes while a visitor reads mail.
          if (isError(error, 'INTERNAL') || isError(error, 'TIMEOUT')) return undefined;
          throw error;
        });
      if (grant) return grant;
      // It keeps nobody waiting while too many wait, or while it stops.
      await sleepFor(asked + PAUSE - performance.now(), signal).catch(cause => {
        throw frameError('ABORTED', { cause });
      });
    }
  };
  return {
    ...{ begin, sendLink, sendCode, awaitGrant },
    async look(approval) {
      return grantIn(
        await vault.call<typeof readApprovalRequest>(readApprovalCall, { params: { id: approval } }),
      );
    },
  };
}
