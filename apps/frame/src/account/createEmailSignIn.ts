import {
  emailStartAnswer,
  emailVerifyAnswer,
  frameError,
  isError,
  type P256PublicJwk,
  type WalletLocale,
} from 'latchkit/protocol';
import type * as z from 'zod/mini';
import type { ServiceClient } from '../services/createServiceClient.js';
import { createSignInCalls, type SignInTxn } from './createSignInCalls.js';
import { isSameEmail } from './isSameEmail.js';

/** What a sign-in goes on with. */
export type SignInAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT';

/** What a right code brings. */
export type Verified = z.infer<typeof emailVerifyAnswer> & { readonly approvalGrant: string | undefined };

export interface EmailSignInOptions {
  /** Language of the mails. Default: English. */
  readonly locale?: WalletLocale | undefined;
  /** `recover`: this installation holds no door, so that the link is needed whether it is known or not. */
  readonly purpose: 'sign-in' | 'recover';
}

/** A sign-in by email: address, the approval of a new device by a link, a code. One at a time. */
export interface EmailSignIn {
  /**
   * Begins. For the address whose sign-in is under way it sends the mail of the step that it is at once more; another address
   * ends what was begun before.
   *
   * @throws COOLDOWN, LOCKED, RATE_LIMITED
   */
  start(email: string, options: EmailSignInOptions): Promise<Exclude<SignInAction, 'CONNECT'>>;
  /**
   * Waits until the link was followed, then has the code sent. May be asked again after it was given up.
   *
   * @throws DEVICE_DENIED, OTP_EXPIRED; ABORTED by the signal, or by another sign-in.
   */
  device(signal: AbortSignal): Promise<'VERIFY_OTP'>;
  /** @throws OTP_INVALID, OTP_EXPIRED, LOCKED */
  verify(otp: string): Promise<Verified>;
  /** Gives up what was begun. */
  leave(): void;
}

/** Refusals after which the same sign-in leads nowhere, and another one may. */
const OVER = ['OTP_EXPIRED', 'LOCKED', 'DEVICE_DENIED'];

/**
 * @param encJwk - This installation's key: what the vault releases is sealed to it.
 * @param sleep - Resolves after some milliseconds; rejects when the signal is aborted.
 */
export function createEmailSignIn(
  gateway: ServiceClient,
  vault: ServiceClient,
  encJwk: P256PublicJwk,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): EmailSignIn {
  const { sendLink, sendCode, look, awaitGrant } = createSignInCalls(gateway, vault, encJwk, sleep);
  let txn: SignInTxn | undefined;
  const current = (): SignInTxn => {
    if (!txn) throw frameError('OTP_EXPIRED');
    return txn;
  };
  const leave = () => {
    txn?.end.abort();
    txn = undefined;
  };
  const begin = async (email: string, { locale, purpose }: EmailSignInOptions) => {
    leave();
    const body = { email, locale, purpose };
    const { txn: id, action } = await gateway.ask('/v1/auth/email/start', emailStartAnswer, { body });
    const begun: SignInTxn = {
      ...{ id, email, locale, end: new AbortController() },
      ...{ hasCode: action !== 'VERIFY_DEVICE', approval: undefined, grant: undefined },
    };
    leave();
    txn = begun;
    return begun;
  };
  const sendAgain = async (asked: SignInTxn) => {
    if (asked.hasCode) return sendCode(asked);
    // Where the link was followed meanwhile, the code comes with the next look at it.
    const { approval } = asked;
    if (approval && (asked.grant ?? (await look(approval)))) return 'VERIFY_DEVICE' as const;
    return sendLink(asked);
  };
  const startAnew = async (email: string, options: EmailSignInOptions) => {
    const begun = await begin(email, options);
    return begun.hasCode ? ('VERIFY_OTP' as const) : sendLink(begun);
  };
  return {
    leave,
    async start(email, options) {
      if (!txn || !isSameEmail(txn.email, email)) return startAnew(email, options);
      try {
        return await sendAgain(txn);
      } catch (error) {
        if (!isError(error) || !OVER.includes(error.code)) throw error;
        return startAnew(email, options);
      }
    },
    async device(signal) {
      const asked = current();
      if (asked.hasCode) return 'VERIFY_OTP';
      if (asked.approval === undefined) throw frameError('OTP_EXPIRED');
      asked.grant ??= await awaitGrant(asked.approval, AbortSignal.any([signal, asked.end.signal]));
      return sendCode(asked).catch(error => {
        // The first code after a link waits for no cooldown: it was sent, and its answer was lost.
        if (!isError(error, 'COOLDOWN')) throw error;
        asked.hasCode = true;
        return 'VERIFY_OTP' as const;
      });
    },
    async verify(otp) {
      const asked = current();
      if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
      const body = { txn: asked.id, otp };
      const verified = await gateway.ask('/v1/auth/email/verify', emailVerifyAnswer, { body });
      if (txn === asked) txn = undefined;
      return { ...verified, approvalGrant: asked.grant };
    },
  };
}
