import type { Approval, KeyReceiver, Provision, SigningRequest } from '@latchkit/keyring';
import {
  authorizeInstallationCall,
  type authorizeInstallationRequest,
  enrolInstallationCall,
  type enrolInstallationRequest,
  frameError,
  verifyVouchedSignInCall,
  type verifyVouchedSignInRequest,
  vouchedInstallation,
} from 'latchkit/protocol';
import type { AccountUser } from './Account.js';
import type { CreatedAccount } from './createAccount.js';
import { enterWith } from './finishSignIn.js';
import { requireActiveSession, withUnlockedWallet } from './signWithWallet.js';

/** What a new installation needs to log in and open the wallet, from one that vouched for it. */
export interface VouchedProvision extends Provision {
  /** Id of its login at the wallet service. */
  readonly txn: string;
}

/** The login of a new installation with the help of another one in the same browser. */
export interface Vouching {
  /** Registers this installation, which is to be vouched for. */
  receiver(): Promise<KeyReceiver>;
  /**
   * Vouches for another installation and seals the wallet key to it. The user has to be logged in here.
   *
   * @param request - Of the kind `provision`.
   * @throws NOT_CONNECTED, FROZEN, RATE_LIMITED; the errors of `Keyring.provision`.
   */
  vouch(request: SigningRequest, approval: Approval): Promise<VouchedProvision>;
  /**
   * Logs in with what another installation sent, opens the wallet, and starts the session.
   *
   * @throws OTP_EXPIRED The vouch has expired or is for another installation. KEYRING_MISMATCH So is the wallet key. FROZEN.
   */
  enter(provision: VouchedProvision, signal: AbortSignal): Promise<AccountUser>;
}

/** Creates the vouching of an account. */
export function createVouching({ parts, register }: Omit<CreatedAccount, 'account'>): Vouching {
  const { walletService, authState, installation, withAccess, signIn, linkWait } = parts;
  return {
    async receiver() {
      await register();
      const { jkt, encJwk } = installation;
      return { jkt, encJwk };
    },
    async vouch(request, approval) {
      await requireActiveSession(parts);
      const body = vouchedInstallation.parse(JSON.parse(request.payload));
      // The wallet service checks the page before the wallet key leaves this installation.
      const { txn } = await withAccess(access =>
        walletService.call<typeof authorizeInstallationRequest>(authorizeInstallationCall, { body, access }),
      );
      const provision = await withUnlockedWallet(parts, keyring => keyring.provision(request, approval));
      return { txn, ...provision };
    },
    async enter({ txn, ...provision }, signal) {
      const keyring = authState.keyring();
      const [verified, key] = await Promise.all([
        walletService.call<typeof verifyVouchedSignInRequest>(verifyVouchedSignInCall, { body: { txn } }),
        walletService.sealingKey(),
      ]);
      const { wallet } = verified.user;
      const user = await enterWith(parts, keyring, verified, signal, async () => {
        if (!wallet) throw frameError('NOT_CONNECTED');
        const body = await keyring.adopt(provision, wallet, key);
        const { access } = verified.session;
        await walletService.call<typeof enrolInstallationRequest>(enrolInstallationCall, { body, access });
        return wallet;
      });
      // The login that waits for its link is no longer needed.
      signIn.leave();
      linkWait.leave();
      return user;
    },
  };
}
