import {
  anySignal,
  type CallResponse,
  frameError,
  isError,
  verifySignInCodeCall,
  type verifySignInCodeRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { LoginStore } from '../storage/createLoginStore.js';
import type { Installation } from '../storage/Installation.js';
import { type CurrentLogin, createCurrentLogin, type SignInTxn } from './createCurrentLogin.js';
import { createSignInCalls, type EmailSignInOptions, type SignInCalls } from './createSignInCalls.js';

/** The next step of a sign-in. */
export type SignInAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT';

/** The result of a correct code. */
export type Verified = CallResponse<typeof verifySignInCodeCall> & {
  readonly approvalGrant: string | undefined;
};

/** Sign-in by email: address, approval of a new device by link, then a code. One at a time; it survives a reload. */
export interface EmailSignIn {
  /**
   * Starts a sign-in. For the address whose sign-in is in progress, it resends the email of the current step; another address
   * replaces that sign-in.
   *
   * @throws COOLDOWN, LOCKED, RATE_LIMITED
   */
  start(email: string, options: EmailSignInOptions): Promise<Exclude<SignInAction, 'CONNECT'>>;
  /**
   * Waits until the link is approved, then requests the code. Can be called again after it was aborted. Once the recovery delay has
   * ended, it starts the login again, for which the vault needs no other link.
   *
   * @throws DEVICE_DENIED, OTP_EXPIRED; RECOVERY_DELAYED with the remaining seconds, call it again then; FROZEN, as that; ABORTED by the signal
   * or by another sign-in.
   */
  device(signal: AbortSignal): Promise<'VERIFY_OTP'>;
  /** @throws OTP_INVALID, OTP_EXPIRED, LOCKED, FROZEN */
  verify(otp: string): Promise<Verified>;
  /** Keeps the verified sign-in of a frozen wallet, so that `device` says until when, also after a reload. Then only a new one helps. */
  suspend(seconds: number): Promise<void>;
  /** Abandons the sign-in in progress. */
  leave(): void;
}

/** Milliseconds after the recovery delay in which a login can be continued: seven days. */
const WAITED = 7 * 86_400_000;

/** Errors that end this sign-in; the user may start another. */
const OVER = ['OTP_EXPIRED', 'LOCKED', 'DEVICE_DENIED'];

/**
 * @param installation - The vault seals what it releases to this installation's key.
 * @param logins - Stores the sign-in across reloads.
 * @param now - Milliseconds since 1970.
 */
export function createEmailSignIn(
  walletService: ServiceClient,
  vault: ServiceClient,
  { encJwk, jkt }: Pick<Installation, 'encJwk' | 'jkt'>,
  logins: LoginStore,
  now: () => number,
): EmailSignIn {
  const calls = createSignInCalls(walletService, vault, encJwk);
  const login = createCurrentLogin(logins, jkt, now);
  let verified: SignInTxn | undefined;
  const current = async (): Promise<SignInTxn> => {
    const txn = await login.find();
    if (!txn) throw frameError('OTP_EXPIRED');
    if (txn.frozenUntil !== undefined) throw await stillFrozen(login, txn, txn.frozenUntil - now());
    return txn;
  };
  const startNew = async (email: string, options: EmailSignInOptions) => {
    const begun = login.replace(await calls.begin(email, options));
    const action = begun.hasCode ? ('VERIFY_OTP' as const) : await calls.sendLink(begun);
    await login.save(begun);
    return action;
  };
  const waitFor = (asked: SignInTxn, signal: AbortSignal) =>
    deviceOf(calls, login, asked, signal).catch(async error => {
      if (!isError(error, 'RECOVERY_DELAYED')) throw error;
      asked.opensAt = now() + Number(error.context.retryAfter) * 1_000;
      asked.until = asked.opensAt + WAITED;
      await login.save(asked);
      throw error;
    });
  return {
    leave: login.leave,
    async start(email, options) {
      const txn = await login.find();
      // The wait goes on: `device` says until when.
      if (txn?.opensAt !== undefined && isSameEmail(txn.email, email)) return 'VERIFY_DEVICE';
      // The user may have ended the freeze.
      if (!txn || txn.frozenUntil !== undefined || !isSameEmail(txn.email, email)) {
        login.leave();
        return startNew(email, options);
      }
      try {
        const action = await resendEmail(calls, txn);
        await login.save(txn);
        return action;
      } catch (error) {
        if (!isError(error) || !OVER.includes(error.code)) throw error;
        login.leave();
        return startNew(email, options);
      }
    },
    async device(signal) {
      const asked = await current();
      if (asked.opensAt === undefined) return waitFor(asked, signal);
      await awaitOpening(calls, login, asked);
      const { email, locale } = asked;
      const action = await startNew(email, { locale, purpose: 'recover' });
      return action === 'VERIFY_OTP' ? action : waitFor(await current(), signal);
    },
    async verify(otp) {
      const asked = await current();
      if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
      const body = { txn: asked.id, otp };
      const answer = await walletService.call<typeof verifySignInCodeRequest>(verifySignInCodeCall, {
        body,
      });
      await login.finish(asked);
      verified = asked;
      return { ...answer, approvalGrant: answer.approvalGrant ?? asked.grant };
    },
    async suspend(seconds) {
      if (verified === undefined) return;
      const frozenUntil = now() + seconds * 1_000;
      const suspended = login.replace({ ...verified, end: new AbortController(), frozenUntil });
      suspended.until = frozenUntil + WAITED;
      await login.save(suspended);
    },
  };
}

/** The error of a sign-in that met a freeze: FROZEN with the remaining seconds, or OTP_EXPIRED after the freeze. */
async function stillFrozen(login: CurrentLogin, asked: SignInTxn, left: number): Promise<Error> {
  if (left > 0) return frameError('FROZEN', { context: { retryAfter: Math.ceil(left / 1_000) } });
  await login.finish(asked);
  return frameError('OTP_EXPIRED');
}

/**
 * Returns once an installation may open the wallet: the recovery delay has ended, or the user has waived it.
 *
 * @throws RECOVERY_DELAYED; FROZEN; DEVICE_DENIED the user has cancelled it.
 */
async function awaitOpening({ look }: SignInCalls, login: CurrentLogin, asked: SignInTxn): Promise<void> {
  const { approval } = asked;
  if (approval === undefined) return;
  try {
    await look(approval);
  } catch (error) {
    // The delay has ended, and with it the time in which this approval could be used.
    if (isError(error, 'OTP_EXPIRED')) return;
    if (isError(error, 'DEVICE_DENIED')) await login.finish(asked);
    throw error;
  }
}

/** Resends the email of the current step. */
async function resendEmail(
  { sendLink, sendCode, look }: SignInCalls,
  asked: SignInTxn,
): Promise<'VERIFY_DEVICE' | 'VERIFY_OTP'> {
  if (asked.hasCode) return sendCode(asked);
  // If the link was approved in the meantime, the next poll requests the code.
  const { approval } = asked;
  if (approval && (asked.grant ?? (await look(approval)))) return 'VERIFY_DEVICE';
  return sendLink(asked);
}

/** Waits until the link is approved, then requests the code. */
async function deviceOf(
  { sendCode, awaitGrant }: SignInCalls,
  login: CurrentLogin,
  asked: SignInTxn,
  signal: AbortSignal,
): Promise<'VERIFY_OTP'> {
  if (asked.hasCode) return 'VERIFY_OTP';
  if (asked.approval === undefined) throw frameError('OTP_EXPIRED');
  asked.grant ??= await awaitGrant(asked.approval, anySignal(signal, asked.end.signal));
  await sendCode(asked).catch(error => {
    // The first code after a link has no cooldown, so this error means that it was sent and its response lost.
    if (!isError(error, 'COOLDOWN')) throw error;
    asked.hasCode = true;
  });
  await login.save(asked);
  return 'VERIFY_OTP';
}

/** Compares email addresses without regard to case. */
export function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
