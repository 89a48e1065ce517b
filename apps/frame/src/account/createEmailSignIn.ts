import {
  approvalAnswer,
  approvalStateAnswer,
  emailOtpAnswer,
  emailStartAnswer,
  emailVerifyAnswer,
  frameError,
  type P256PublicJwk,
  type WalletLocale,
} from 'latchkit/protocol';
import type * as z from 'zod/mini';
import type { ServiceClient } from '../services/createServiceClient.js';

/** Milliseconds between two looks at whether the link was followed. */
const POLL = 2_000;

/** What a sign-in goes on with. */
export type SignInAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT';

/** What a right code brings. */
export type Verified = z.infer<typeof emailVerifyAnswer> & { readonly approvalGrant: string | undefined };

/** A sign-in by email: address, the approval of a new device by a link, a code. One at a time. */
export interface EmailSignIn {
  /**
   * Begins; what was begun before is over.
   *
   * @throws COOLDOWN, LOCKED, RATE_LIMITED
   */
  start(email: string, locale?: WalletLocale): Promise<SignInAction>;
  /**
   * Waits until the link was followed, then has the code sent.
   *
   * @throws DEVICE_DENIED, OTP_EXPIRED; ABORTED by the signal, or by another start.
   */
  device(signal: AbortSignal): Promise<SignInAction>;
  /** Sends another code. @throws COOLDOWN */
  resend(): Promise<void>;
  /** @throws OTP_INVALID, OTP_EXPIRED, LOCKED */
  verify(otp: string): Promise<Verified>;
}

interface Txn {
  readonly id: string;
  readonly email: string;
  readonly locale: WalletLocale | undefined;
  readonly end: AbortController;
  approval: string | undefined;
  grant: string | undefined;
}

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
  let txn: Txn | undefined;
  const current = (): Txn => {
    if (!txn) throw frameError('OTP_EXPIRED');
    return txn;
  };
  const sendLink = async ({ id, email, locale }: Txn) => {
    const answer = await vault.ask('/v1/approvals', approvalAnswer, {
      body: { txn: id, email, locale, encJwk },
    });
    return answer.id;
  };
  const sendCode = ({ id, grant }: Txn) => {
    const body = { txn: id, ...(grant && { approvalGrant: grant }) };
    return gateway.ask('/v1/auth/email/otp', emailOtpAnswer, { body });
  };
  const awaitGrant = async (approval: string, signal: AbortSignal): Promise<string> => {
    for (;;) {
      if (signal.aborted) throw frameError('ABORTED');
      const path = `/v1/approvals/${approval}`;
      const { state, approvalGrant } = await vault.ask(path, approvalStateAnswer, { signal });
      if (state === 'denied') throw frameError('DEVICE_DENIED');
      if (state === 'expired') throw frameError('OTP_EXPIRED');
      if (approvalGrant) return approvalGrant;
      await sleep(POLL, signal);
    }
  };
  return {
    async start(email, locale) {
      txn?.end.abort();
      txn = undefined;
      const body = { email, locale };
      const { txn: id, action } = await gateway.ask('/v1/auth/email/start', emailStartAnswer, {
        body,
      });
      const made: Txn = {
        ...{ id, email, locale, end: new AbortController() },
        ...{ approval: undefined, grant: undefined },
      };
      txn = made;
      if (action === 'VERIFY_DEVICE') made.approval = await sendLink(made);
      return action;
    },
    async device(signal) {
      const asked = current();
      if (asked.approval === undefined) return 'VERIFY_OTP';
      asked.grant ??= await awaitGrant(asked.approval, AbortSignal.any([signal, asked.end.signal]));
      await sendCode(asked);
      return 'VERIFY_OTP';
    },
    async resend() {
      await sendCode(current());
    },
    async verify(otp) {
      const { id, grant } = current();
      const body = { txn: id, otp };
      const verified = await gateway.ask('/v1/auth/email/verify', emailVerifyAnswer, { body });
      txn = undefined;
      return { ...verified, approvalGrant: grant };
    },
  };
}
