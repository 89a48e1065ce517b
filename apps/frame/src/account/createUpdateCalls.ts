import {
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
  type WalletLocale,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { Agree } from './createEmailUpdate.js';
import type { Session } from './createSession.js';

/** An email change in progress. Results are stored per step, so a step whose response was lost continues from there. */
export interface EmailChange {
  readonly txn: string;
  readonly email: string;
  /** Requests the vault's email to the current address; undefined if there is no current address, so the vault is not involved. */
  readonly sendPrimary: (() => Promise<unknown>) | undefined;
  primaryGrant: string | undefined;
  /** Whether a code was sent to the new address. */
  hasSecondary: boolean;
  /** Whether the new address's code was correct, with the receipt of the wallet service. */
  proved: { readonly secondaryReceipt?: string | undefined } | undefined;
}

/** The requests to both services for an email change. Each step stores its result in the change. */
export interface UpdateCalls {
  /** Starts a change with the user's consent. Sends no email to the current address yet. @throws the errors of `agree`. */
  begin(email: string, agree: Agree, locale: WalletLocale | undefined): Promise<EmailChange>;
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
): UpdateCalls {
  return {
    async begin(asked, agree, locale) {
      const body = { email: asked, locale };
      const { txn, action, email, currentEmail } = await withAccess(access =>
        walletService.call<typeof startEmailUpdateRequest>(startEmailUpdateCall, { body, access }),
      );
      const consent = await agree({ txn, from: currentEmail ?? null, to: email });
      const { updateReceipt } = await withAccess(access =>
        walletService.call<typeof consentToEmailUpdateRequest>(consentToEmailUpdateCall, {
          body: { txn, consent },
          access,
        }),
      );
      const primary = updateReceipt &&
        currentEmail !== undefined && { updateReceipt, consent, currentEmail, email, locale };
      return {
        ...{ txn, email, primaryGrant: undefined, proved: undefined },
        hasSecondary: action === 'VERIFY_SECONDARY_OTP',
        sendPrimary: primary
          ? () => vault.call<typeof sendToOldAddressRequest>(sendToOldAddressCall, { body: primary })
          : undefined,
      };
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
  const secondaryReceipt = proved?.secondaryReceipt;
  const prepared =
    secondaryReceipt &&
    (await vault.call<typeof prepareEmailUpdateRequest>(prepareEmailUpdateCall, {
      body: { secondaryReceipt },
    }));
  const body = { txn, ...(prepared || undefined) };
  const { email, commitReceipt } = await withAccess(access =>
    walletService.call<typeof commitEmailUpdateRequest>(commitEmailUpdateCall, { body, access }),
  );
  if (commitReceipt) {
    // The address is already changed. If this call fails, the vault is updated at the next recovery.
    await vault
      .call<typeof commitVaultEmailUpdateRequest>(commitVaultEmailUpdateCall, { body: { commitReceipt } })
      .catch(() => {});
  }
  return email;
}

function bodyOf({ txn }: EmailChange, otp: string): { readonly txn: string; readonly otp: string } {
  if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
  return { txn, otp };
}
