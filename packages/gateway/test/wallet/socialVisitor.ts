import { createHash, randomBytes } from 'node:crypto';
import {
  armSocialSignInCall,
  type CallInput,
  type CallResponse,
  giveEvidenceCall,
  type giveEvidenceRequest,
  PORTAL_PROJECT,
  redeemSocialSignInCall,
  type SocialSignInProvider,
  socialCallbackCall,
  socialEvidence,
  startSocialSignInCall,
} from 'latchkit/protocol';
import type { Choice, TestProviders } from './socialProviders.js';
import type { SignedIn, WalletFrame } from './walletFrame.js';
import type { WalletSuite } from './walletSuite.js';

/** A sign-in that is armed. */
export interface Begun {
  readonly frame: WalletFrame;
  readonly txn: string;
  /** The popup's secret; undefined with a full page. */
  readonly secret: string | undefined;
  readonly cookie: string;
  readonly authorizeUrl: string;
}

/** A redeemed sign-in. */
export interface Redeemed extends CallResponse<typeof redeemSocialSignInCall> {
  readonly frame: WalletFrame;
  /** What its installation sends to the vault. */
  readonly given: CallInput<typeof giveEvidenceRequest>['body'];
}

/** The browser of a person who signs in at providers. */
export interface SocialVisitor {
  /** Arms a sign-in as its page does. */
  arm(
    txn: string,
    secret: string | undefined,
  ): Promise<{ readonly status: number; readonly cookie: string; readonly authorizeUrl: string }>;
  /** Opens the callback; returns where it is sent. */
  callback(parameters: URLSearchParams, cookie: string): Promise<URL>;
  /** Starts and arms a sign-in: by popup, with Telegram by full page. */
  begin(provider: SocialSignInProvider, frame?: WalletFrame): Promise<Begun>;
  /** Comes back from the provider; returns the result code. */
  complete(begun: Begun, choice: Choice): Promise<string>;
  signIn(provider: SocialSignInProvider, choice: Choice, frame?: WalletFrame): Promise<Redeemed>;
  /** Sends the evidence to the vault; returns what opens the wallet. */
  giveEvidence(redeemed: Redeemed): Promise<SignedIn>;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export function socialVisitor(
  suite: Pick<WalletSuite, 'servers' | 'frame'>,
  providers: TestProviders,
): SocialVisitor {
  const { servers } = suite;
  const visitor: SocialVisitor = {
    async arm(txn, secret) {
      const response = await servers.fetch(
        new Request(servers.frameUrl + armSocialSignInCall.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ txn, ...(secret && { secretHash: sha256(secret) }) }),
        }),
      );
      const [cookie = ''] = response.headers.getSetCookie();
      const json: unknown = await response.json();
      const { status } = response;
      if (status !== 200) return { status, cookie, authorizeUrl: '' };
      return { status, cookie, ...armSocialSignInCall.response.parse(json) };
    },
    async callback(parameters, cookie) {
      const url = `${servers.frameUrl}${socialCallbackCall.path}?${parameters}`;
      const response = await servers.fetch(
        new Request(url, { headers: { cookie: cookie.split(';')[0] ?? '' } }),
      );
      if (response.status !== 303) throw new Error(`The callback has status ${response.status}`);
      return new URL(response.headers.get('location') ?? '');
    },
    async begin(provider, frame) {
      const own = frame ?? (await suite.frame());
      // The portal cuts the link to popups.
      const byPage = provider === 'telegram' || own.page.project === PORTAL_PROJECT;
      const body = byPage
        ? { provider, way: 'page', returnTo: `${own.page.origin}/me` }
        : { provider, way: 'popup' };
      const { txn } = await own.ask('frame', startSocialSignInCall, { body });
      const secret = byPage ? undefined : randomBytes(32).toString('base64url');
      const { status, cookie, authorizeUrl } = await visitor.arm(txn, secret);
      if (status !== 200) throw new Error(`The sign-in was not armed: status ${status}`);
      return { frame: own, txn, secret, cookie, authorizeUrl };
    },
    async complete({ cookie, authorizeUrl }, choice) {
      const next = await visitor.callback(await providers.choose(authorizeUrl, choice), cookie);
      const result = next.searchParams.get('result_uri');
      const found = result === null ? new URLSearchParams(next.hash.slice(1)) : new URL(result).searchParams;
      return found.get('resultCode') ?? '';
    },
    async signIn(provider, choice, frame) {
      const begun = await visitor.begin(provider, frame);
      const { txn, secret, frame: own } = begun;
      const resultCode = await visitor.complete(begun, choice);
      if (resultCode === '') throw new Error(`The sign-in with ${provider} failed at the callback`);
      const redeemed = await own.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode, secret } });
      const evidence = socialEvidence.parse(await own.unsealJson(redeemed.evidence));
      const { authReceipt } = redeemed;
      return { ...redeemed, frame: own, given: { evidence, authReceipt, encJwk: own.encJwk } };
    },
    async giveEvidence({ frame, given, session, user, authReceipt }) {
      const { approvalGrant } = await frame.ask('vault', giveEvidenceCall, { body: given });
      return { session, user, authReceipt, approvalGrant };
    },
  };
  return visitor;
}
