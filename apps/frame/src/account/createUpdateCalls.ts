import {
  agreeToEmailCall,
  type agreeToEmailRequest,
  commitEmailUpdateCall,
  type commitEmailUpdateRequest,
  commitVaultEmailUpdateCall,
  type commitVaultEmailUpdateRequest,
  consentToEmailUpdateCall,
  type consentToEmailUpdateRequest,
  frameError,
  prepareEmailUpdateCall,
  type prepareEmailUpdateRequest,
  sendToNewAddressCall,
  type sendToNewAddressRequest,
  sendToOldAddressCall,
  type sendToOldAddressRequest,
  startEmailUpdateCall,
  type startEmailUpdateRequest,
  verifyNewAddressCall,
  type verifyNewAddressRequest,
  verifyOldAddressCall,
  type verifyOldAddressRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { EmailUpdate } from './createEmailUpdate.js';
import { type LoginProof, tooOld } from './createLoginProof.js';
import type { Session } from './createSession.js';
import { startWithPasskey } from './startWithPasskey.js';

/** An email change in progress. Results are stored per step, so a step whose response was lost continues from there. */
export interface EmailChange {
  readonly txn: string;
  readonly email: string;
  /** Requests the vault's email to the current address; undefined if there is no current address. */
  readonly sendPrimary: (() => Promise<unknown>) | undefined;
  primaryGrant: string | undefined;
  /** Whether a code was sent to the new address. */
  hasSecondary: boolean;
  /** Whether the new address's code was correct, with the receipt of the wallet service. */
  proved: { readonly secondaryReceipt: string } | undefined;
}

/** The requests to both services for an email change. Each step stores its result in the change. */
export interface UpdateCalls {
  /** Starts a change with the user's consent. Sends no email to the current address yet. @throws the errors of `agree`. */
  begin(...asked: Parameters<EmailUpdate['start']>): Promise<EmailChange>;
  /** Sends the code to the new address. */
  sendSecondary(change: EmailChange): Promise<void>;
  /** Verifies the current address. */
  provePrimary(change: EmailChange, otp: string): Promise<void>;
  /** Verifies the new address. */
  proveSecondary(change: EmailChange, otp: string): Promise<void>;
  /** Changes the account's address and returns the new one. */
  commit(change: EmailChange): Promise<string>;
}

/** See `createEmailUpdate`. */
export function createUpdateCalls(
  walletService: ServiceClient,
  vault: ServiceClient,
  withAccess: Session['use'],
  loginProof: Pick<LoginProof, 'prove'>,
): UpdateCalls {
  return {
    async begin(asked, agree, locale, prove) {
      const { txn, email, currentEmail, login } = await startWithPasskey(
        passkeyGrant =>
          withAccess(access =>
            walletService.call<typeof startEmailUpdateRequest>(startEmailUpdateCall, {
              body: { email: asked, locale, passkeyGrant },
              access,
            }),
          ),
        prove,
      );
      // Before the user is asked: an old login can't add an address.
      const proof = login && (await loginProof.prove());
      const consent = await agree({ txn, from: currentEmail ?? null, to: email, login });
      const { updateReceipt } = await withAccess(access =>
        walletService.call<typeof consentToEmailUpdateRequest>(consentToEmailUpdateCall, {
          body: { txn, consent },
          access,
        }),
      );
      const change = { updateReceipt, consent, email, locale };
      const begun = { txn, email, hasSecondary: false, primaryGrant: undefined, proved: undefined };
      if (proof !== undefined) {
        const agreed = { body: { ...change, ...proof } };
        const { primaryGrant } = await vault
          .call<typeof agreeToEmailRequest>(agreeToEmailCall, agreed)
          .catch(tooOld);
        return { ...begun, primaryGrant, sendPrimary: undefined };
      }
      if (currentEmail === undefined) throw frameError('INTERNAL');
      const old = { body: { ...change, currentEmail } };
      const sendPrimary = () => vault.call<typeof sendToOldAddressRequest>(sendToOldAddressCall, old);
      return { ...begun, sendPrimary };
    },
    async sendSecondary(change) {
      const body = { txn: change.txn, primaryGrant: change.primaryGrant };
      await withAccess(access =>
        walletService.call<typeof sendToNewAddressRequest>(sendToNewAddressCall, { body, access }),
      );
      change.hasSecondary = true;
    },
    async provePrimary(change, otp) {
      const body = bodyOf(change, otp);
      change.primaryGrant ??= (
        await vault.call<typeof verifyOldAddressRequest>(verifyOldAddressCall, { body })
      ).primaryGrant;
    },
    async proveSecondary(change, otp) {
      const body = bodyOf(change, otp);
      change.proved ??= await withAccess(access =>
        walletService.call<typeof verifyNewAddressRequest>(verifyNewAddressCall, { body, access }),
      );
    },
    commit: change => commitChange(walletService, vault, withAccess, change),
  };
}

async function commitChange(
  walletService: ServiceClient,
  vault: ServiceClient,
  withAccess: Session['use'],
  { txn, proved }: EmailChange,
): Promise<string> {
  if (proved === undefined) throw frameError('OTP_EXPIRED');
  const { secondaryReceipt } = proved;
  const { preparedGrant } = await vault.call<typeof prepareEmailUpdateRequest>(prepareEmailUpdateCall, {
    body: { secondaryReceipt },
  });
  const body = { txn, preparedGrant };
  const { email, commitReceipt } = await withAccess(access =>
    walletService.call<typeof commitEmailUpdateRequest>(commitEmailUpdateCall, { body, access }),
  );
  // The address is already changed. If this call fails, the vault is updated at the next recovery.
  await vault
    .call<typeof commitVaultEmailUpdateRequest>(commitVaultEmailUpdateCall, { body: { commitReceipt } })
    .catch(() => {});
  return email;
}

function bodyOf({ txn }: EmailChange, otp: string): { readonly txn: string; readonly otp: string } {
  if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
  return { txn, otp };
}
