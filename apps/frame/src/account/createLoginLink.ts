import {
  agreeToLoginCall,
  type agreeToLoginRequest,
  BaseError,
  type CallInput,
  commitLoginCall,
  type commitLoginRequest,
  commitVaultEmailUpdateCall,
  type commitVaultEmailUpdateRequest,
  consentToLoginCall,
  type consentToLoginRequest,
  frameError,
  isError,
  type Locale,
  type LoginConsentClaims,
  type LoginProvider,
  PROVIDER_NAMES,
  prepareLoginCall,
  type prepareLoginRequest,
  type StartedLoginLink,
  socialEvidence,
  startLoginLinkCall,
  type startLoginLinkRequest,
  verifyOldAddressCall,
  type verifyOldAddressRequest,
} from 'latchkit/protocol';
import { openSealed } from '../services/openSealed.js';
import type { AccountParts } from './Account.js';
import { type KeptLogin, tooOld } from './createLoginProof.js';
import { type ProvePasskey, startWithPasskey } from './startWithPasskey.js';

/** The login that the user is asked to add. */
export type LoginLinkRequest = Pick<LoginConsentClaims, 'txn' | 'current' | 'added'>;

/** Requests the user's consent in the wallet window; resolves to the consent signed by this installation. */
export type AgreeToLogin = (asked: LoginLinkRequest) => Promise<string>;

/**
 * Adds a social login to the signed-in user's wallet, one at a time. No message of a host page reaches it: only a page of the wallet
 * service lets a user add a login.
 */
export interface LoginLink {
  /**
   * Takes the result of a login at the provider, which `SocialSignIn.start` or `FarcasterSignIn.start` started, and asks for the
   * user's consent.
   *
   * @param uri - See `SocialSignIn.redeem`. Undefined: Farcaster, which has none.
   * @param prove - See `startWithPasskey`.
   * @returns `VERIFY_PRIMARY_OTP`: a code was sent to the user's address. `DONE`: the user has none, and the login is added.
   * @throws the errors of `agree` and of `SocialSignIn.redeem` or `FarcasterSignIn.redeem`; REAUTH_REQUIRED; LOGIN_TAKEN: the login has a wallet of its
   * own, `context.provider` names it; COOLDOWN, FROZEN, NOT_CONNECTED, RATE_LIMITED, RECOVERY_DELAYED, SETTLED_DEVICE_REQUIRED
   */
  finish(
    uri: string | undefined,
    agree: AgreeToLogin,
    signal: AbortSignal,
    locale?: Locale,
    prove?: ProvePasskey,
  ): Promise<'VERIFY_PRIMARY_OTP' | 'DONE'>;
  /** Verifies the code, and adds the login. Can be repeated. @throws OTP_INVALID, OTP_EXPIRED, LOCKED */
  verify(otp: string): Promise<void>;
  /**
   * Adds the login of this page's newest sign-in, if it is one of before that the project's own client proves now. Does nothing
   * otherwise, and for a wallet with an address: its holder logs in with that on new devices.
   *
   * @throws the errors of `agree`; COOLDOWN, FROZEN, NOT_CONNECTED, RATE_LIMITED, RECOVERY_DELAYED, REAUTH_REQUIRED
   */
  join(agree: AgreeToLogin, locale?: Locale): Promise<void>;
  /** Abandons the login that is being added. */
  leave(): void;
}

/** A login that the user consented to add. */
interface Agreed {
  readonly txn: string;
  /** What the vault requires to verify the added login. */
  readonly body: CallInput<typeof prepareLoginRequest>['body'];
  isProved: boolean;
}

type LinkParts = Pick<
  AccountParts,
  'walletService' | 'vault' | 'installation' | 'social' | 'farcaster' | 'loginProof' | 'withAccess'
>;

export function createLoginLink(parts: LinkParts): LoginLink {
  const { walletService, vault, installation, loginProof, withAccess } = parts;
  let link: Agreed | undefined;
  return {
    leave() {
      link = undefined;
    },
    async finish(uri, agree, signal, locale, prove) {
      link = undefined;
      const { found, loggedInWith } = await take(parts, uri, signal);
      const { txn: signIn, ...result } = found;
      const started = await startWithPasskey(
        passkeyGrant =>
          withAccess(access =>
            walletService.call<typeof startLoginLinkRequest>(startLoginLinkCall, {
              body: { signIn, ...result, locale, passkeyGrant },
              access,
            }),
          ),
        prove,
      ).catch(error => {
        throw isError(error, 'LOGIN_TAKEN') ? loginTaken(error, loggedInWith) : error;
      });
      const { currentEmail, authReceipt } = started;
      const opened = await openSealed(started.evidence, installation, signIn);
      const evidence = socialEvidence.parse(JSON.parse(opened));
      const proof = currentEmail === undefined ? await loginProof.prove() : { currentEmail };
      const { encJwk } = installation;
      const body = { evidence, authReceipt, encJwk };
      const agreed = await consented(parts, started, body, { agree, proof, locale });
      if (currentEmail === undefined) {
        await complete(parts, agreed);
        return 'DONE';
      }
      link = agreed;
      return 'VERIFY_PRIMARY_OTP';
    },
    async join(agree, locale) {
      const kept = loginProof.kept();
      if (kept?.join === undefined || kept.join.currentEmail !== undefined) return;
      const proof = await loginProof.prove();
      await complete(parts, await consented(parts, kept.join, kept.body, { agree, proof, locale }));
      loginProof.keep({ ...kept, join: undefined });
    },
    async verify(otp) {
      if (link === undefined) throw frameError('OTP_EXPIRED');
      if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
      const agreed = link;
      if (!agreed.isProved) {
        const body = { txn: agreed.txn, otp };
        await vault.call<typeof verifyOldAddressRequest>(verifyOldAddressCall, { body });
        agreed.isProved = true;
      }
      await complete(parts, agreed);
      if (link === agreed) link = undefined;
    },
  };
}

/** What an addition needs besides the login. */
interface Consenting {
  readonly agree: AgreeToLogin;
  /** Of the current login. */
  readonly proof: Partial<Pick<CallInput<typeof agreeToLoginRequest>['body'], 'currentEmail'>> | SocialProof;
  readonly locale: Locale | undefined;
}

type SocialProof = Awaited<ReturnType<AccountParts['loginProof']['prove']>>;

/** Asks for the user's consent, and gives it to both services. */
async function consented(
  { walletService, vault, withAccess }: LinkParts,
  { txn, current, added }: StartedLoginLink,
  login: KeptLogin['body'],
  { agree, proof, locale }: Consenting,
): Promise<Agreed> {
  const consent = await agree({ txn, current, added });
  const { updateReceipt, secondaryReceipt } = await withAccess(access =>
    walletService.call<typeof consentToLoginRequest>(consentToLoginCall, { body: { txn, consent }, access }),
  );
  const { provider, subject } = login.evidence;
  const body = { updateReceipt, consent, added: { provider, subject }, locale, ...proof };
  await vault.call<typeof agreeToLoginRequest>(agreeToLoginCall, { body }).catch(tooOld);
  return { txn, body: { secondaryReceipt, ...login }, isProved: false };
}

/** Waits for the result of the login that is added. */
async function take({ social, farcaster }: LinkParts, uri: string | undefined, signal: AbortSignal) {
  if (uri === undefined) return { found: await farcaster.take(signal), loggedInWith: 'farcaster' as const };
  const { proof, provider } = await social.take(uri, signal);
  return { found: proof, loggedInWith: provider };
}

async function complete(
  { walletService, vault, withAccess }: LinkParts,
  { txn, body }: Agreed,
): Promise<void> {
  const { preparedGrant } = await vault.call<typeof prepareLoginRequest>(prepareLoginCall, { body });
  const { commitReceipt } = await withAccess(access =>
    walletService.call<typeof commitLoginRequest>(commitLoginCall, { body: { txn, preparedGrant }, access }),
  );
  await vault.call<typeof commitVaultEmailUpdateRequest>(commitVaultEmailUpdateCall, {
    body: { commitReceipt },
  });
}

/** The error for a login that has a user already, in words that name the account. */
function loginTaken(cause: unknown, provider: LoginProvider | undefined): BaseError {
  if (provider === undefined) return frameError('LOGIN_TAKEN', { cause });
  const text = `This ${PROVIDER_NAMES[provider]} account has a wallet of its own`;
  return new BaseError('LOGIN_TAKEN', text, { cause, context: { provider } });
}
