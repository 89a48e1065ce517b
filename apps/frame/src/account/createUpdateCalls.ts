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

/** A change that was begun. What a step brought is kept: a step whose end got lost goes on from there. */
export interface EmailChange {
  readonly txn: string;
  readonly email: string;
  /** Has the vault mail the address of now; undefined: there is none, and the vault has no part in it. */
  readonly sendPrimary: (() => Promise<unknown>) | undefined;
  primaryGrant: string | undefined;
  /** Whether a code went to the new address. */
  hasSecondary: boolean;
  /** Whether the code of the new address was right, and what the gateway said then. */
  proved: { readonly secondaryReceipt?: string | undefined } | undefined;
}

/** What a change of the address asks of both services. Each step keeps in the change what it brought. */
export interface UpdateCalls {
  /** Begins a change that the visitor agrees to. The current address was not mailed yet. @throws what `agree` throws. */
  begin(email: string, agree: Agree, locale: WalletLocale | undefined): Promise<EmailChange>;
  /** Mails the new address. */
  sendSecondary(change: EmailChange): Promise<void>;
  /** Proves the address of now. */
  provePrimary(change: EmailChange, otp: string): Promise<void>;
  /** Proves the new address. */
  proveSecondary(change: EmailChange, otp: string): Promise<void>;
  /** Moves the account to the new address, and answers it. */
  commit(change: EmailChange): Promise<string>;
}

/** As `createEmailUpdate`. */
export function createUpdateCalls(
  gateway: ServiceClient,
  vault: ServiceClient,
  withAccess: Session['use'],
): UpdateCalls {
  return {
    async begin(asked, agree, locale) {
      const body = { email: asked, locale };
      const { txn, action, email, currentEmail } = await withAccess(access =>
        gateway.call<typeof startEmailUpdateRequest>(startEmailUpdateCall, { body, access }),
      );
      const consent = await agree({ txn, from: currentEmail ?? null, to: email });
      const { updateReceipt } = await withAccess(access =>
        gateway.call<typeof consentToEmailUpdateRequest>(consentToEmailUpdateCall, {
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
        gateway.call<typeof sendToNewAddressRequest>(sendToNewAddressCall, { body, access }),
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
        gateway.call<typeof verifyNewAddressRequest>(verifyNewAddressCall, { body, access }),
      );
    },
    commit: change => commitChange(gateway, vault, withAccess, change),
  };
}

async function commitChange(
  gateway: ServiceClient,
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
    gateway.call<typeof commitEmailUpdateRequest>(commitEmailUpdateCall, { body, access }),
  );
  if (commitReceipt) {
    // The address is changed. What the vault is not told now, it does at the next recovery.
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
