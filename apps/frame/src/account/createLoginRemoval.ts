import {
  agreeToLoginRemovalCall,
  type agreeToLoginRemovalRequest,
  type CallInput,
  commitLoginRemovalCall,
  type commitLoginRemovalRequest,
  consentToLoginRemovalCall,
  type consentToLoginRemovalRequest,
  frameError,
  type Locale,
  type LoginRemovalClaims,
  listLoginsCall,
  type listLoginsRequest,
  loginProvider,
  removeVaultLoginCall,
  type removeVaultLoginRequest,
  startLoginRemovalCall,
  type startLoginRemovalRequest,
  verifyOldAddressCall,
  type verifyOldAddressRequest,
  type WalletLogin,
} from 'latchkit/protocol';
import type { AccountParts } from './Account.js';
import { tooOld } from './createLoginProof.js';
import { type ProvePasskey, startWithPasskey } from './startWithPasskey.js';

/** The removal that the user is asked to agree to. */
export type LoginRemovalRequest = Pick<LoginRemovalClaims, 'txn' | 'removed' | 'remaining'>;

/** Requests the user's consent in the wallet window; resolves to the consent signed by this installation. */
export type AgreeToLoginRemoval = (asked: LoginRemovalRequest) => Promise<string>;

/**
 * Removes a social login from the signed-in user's wallet, one at a time. No message of a host page reaches it: only a page of the
 * wallet service lets a user remove a login.
 */
export interface LoginRemoval {
  /** The logins of the wallet, the oldest first. @throws NOT_CONNECTED */
  list(): Promise<readonly WalletLogin[]>;
  /**
   * Asks for the user's consent to remove a login.
   *
   * @param login - Id of the login.
   * @param prove - See `startWithPasskey`.
   * @returns `VERIFY_PRIMARY_OTP`: a code was sent to the user's address. `DONE`: the user has none, and the login is removed.
   * @throws the errors of `agree`; LAST_LOGIN: it is the wallet's address, or no other login is older than 72 hours;
   * REAUTH_REQUIRED, COOLDOWN, FROZEN, NOT_CONNECTED, RATE_LIMITED, RECOVERY_DELAYED, SETTLED_DEVICE_REQUIRED
   */
  start(
    login: string,
    agree: AgreeToLoginRemoval,
    locale?: Locale,
    prove?: ProvePasskey,
  ): Promise<'VERIFY_PRIMARY_OTP' | 'DONE'>;
  /** Verifies the code, and removes the login. Can be repeated. @throws OTP_INVALID, OTP_EXPIRED, LOCKED */
  verify(otp: string): Promise<void>;
  /** Abandons the removal. */
  leave(): void;
}

/** A removal that the user consented to. */
interface Agreed {
  readonly txn: string;
  readonly body: CallInput<typeof removeVaultLoginRequest>['body'];
  readonly endsSession: boolean;
  isProved: boolean;
}

type RemovalParts = Pick<AccountParts, 'walletService' | 'vault' | 'loginProof' | 'withAccess' | 'signOut'>;

export function createLoginRemoval(parts: RemovalParts): LoginRemoval {
  const { walletService, vault, loginProof, withAccess } = parts;
  let removal: Agreed | undefined;
  return {
    leave() {
      removal = undefined;
    },
    async list() {
      const { logins } = await withAccess(access =>
        walletService.call<typeof listLoginsRequest>(listLoginsCall, { access }),
      );
      return logins;
    },
    async start(login, agree, locale, prove) {
      removal = undefined;
      const started = await startWithPasskey(
        passkeyGrant =>
          withAccess(access =>
            walletService.call<typeof startLoginRemovalRequest>(startLoginRemovalCall, {
              body: { login, locale, passkeyGrant },
              access,
            }),
          ),
        prove,
      );
      const { txn, removed, remaining, subject, currentEmail, endsSession } = started;
      // Before the user is asked: an old login can't remove one.
      const proof = currentEmail === undefined ? await loginProof.prove() : { currentEmail };
      const consent = await agree({ txn, removed, remaining });
      const { removalReceipt } = await withAccess(access =>
        walletService.call<typeof consentToLoginRemovalRequest>(consentToLoginRemovalCall, {
          body: { txn, consent },
          access,
        }),
      );
      const provider = loginProvider.parse(removed.provider);
      const body = { removalReceipt, consent, removed: { provider, subject }, locale, ...proof };
      await vault.call<typeof agreeToLoginRemovalRequest>(agreeToLoginRemovalCall, { body }).catch(tooOld);
      const agreed = { txn, body: { removalReceipt }, endsSession, isProved: false };
      if (currentEmail === undefined) {
        await complete(parts, agreed);
        return 'DONE';
      }
      removal = agreed;
      return 'VERIFY_PRIMARY_OTP';
    },
    async verify(otp) {
      if (removal === undefined) throw frameError('OTP_EXPIRED');
      if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
      const agreed = removal;
      if (!agreed.isProved) {
        const body = { txn: agreed.txn, otp };
        await vault.call<typeof verifyOldAddressRequest>(verifyOldAddressCall, { body });
        agreed.isProved = true;
      }
      await complete(parts, agreed);
      if (removal === agreed) removal = undefined;
    },
  };
}

async function complete(
  { walletService, vault, withAccess, signOut }: RemovalParts,
  { txn, body, endsSession }: Agreed,
): Promise<void> {
  const { removedGrant } = await vault.call<typeof removeVaultLoginRequest>(removeVaultLoginCall, { body });
  await withAccess(access =>
    walletService.call<typeof commitLoginRemovalRequest>(commitLoginRemovalCall, {
      body: { txn, removedGrant },
      access,
    }),
  );
  // The services have ended the session with the login.
  if (endsSession) await signOut();
}
