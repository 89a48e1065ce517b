import {
  approvalAnswer,
  approvalStateAnswer,
  emailOtpAnswer,
  emailStartAnswer,
  frameError,
  isError,
  type P256PublicJwk,
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
    const start = (more = {}) =>
      gateway.ask('/v1/auth/email/start', emailStartAnswer, { body: { ...body, ...more } });
    const first = await start();
    // The gateway asks it only where this installation is new to the address.
    const begun = first.action === 'WORK' ? await start({ work: await solveWork(first) }) : first;
    if (begun.action === 'WORK') throw frameError('RATE_LIMITED');
    const { txn: id, action, startToken } = begun;
    return {
      ...{ id, email, locale, startToken, end: new AbortController() },
      hasCode: action !== 'VERIFY_DEVICE',
    };
  };
  const sendLink = async (asked: SignInTxn) => {
    const { startToken, email, locale } = asked;
    const body = { startToken, email, locale, encJwk };
    asked.approval = (await vault.ask('/v1/approvals', approvalAnswer, { body })).id;
    return 'VERIFY_DEVICE' as const;
  };
  const sendCode = async (asked: SignInTxn) => {
    const { id, grant } = asked;
    const body = { txn: id, ...(grant && { approvalGrant: grant }) };
    await gateway.ask('/v1/auth/email/otp', emailOtpAnswer, { body });
    asked.hasCode = true;
    return 'VERIFY_OTP' as const;
  };
  const stateAt = async (path: string, signal?: AbortSignal) => {
    const { state, approvalGrant } = await vault.ask(path, approvalStateAnswer, { signal });
    if (state === 'denied') throw frameError('DEVICE_DENIED');
    if (state === 'expired') throw frameError('OTP_EXPIRED');
    return approvalGrant;
  };
  const awaitGrant = async (approval: string, signal: AbortSignal): Promise<string> => {
    for (;;) {
      if (signal.aborted) throw frameError('ABORTED');
      const asked = performance.now();
      // The vault answers as soon as the visitor has decided.
      const grant = await stateAt(`/v1/approvals/${approval}/decision`, signal).catch(error => {
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
    look: approval => stateAt(`/v1/approvals/${approval}`),
  };
}
