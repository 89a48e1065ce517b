import { createHash, randomBytes } from 'node:crypto';
import {
  armSocialSignInCall,
  type CallInput,
  type CallResponse,
  giveEvidenceCall,
  type giveEvidenceRequest,
  type LoginProvider,
  PORTAL_PROJECT,
  redeemSocialSignInCall,
  socialCallbackCall,
  socialEvidence,
  startSocialSignInCall,
  takeSocialEndingCall,
  takeTelegramResultCall,
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
  /** The cookie that a full page's redemption requires; empty with a popup. */
  readonly pass: string;
  readonly authorizeUrl: string;
}

/** The response to `arm`. */
export interface Armed extends Pick<Begun, 'cookie' | 'pass' | 'authorizeUrl'> {
  readonly status: number;
  readonly setCookies: readonly string[];
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
  arm(txn: string, secret: string | undefined, headers?: Readonly<Record<string, string>>): Promise<Armed>;
  /**
   * Chooses at the provider's page.
   *
   * @returns what the browser brings to the callback. Apple posts it to the service, which sends the browser on with the state only.
   */
  answer(begun: Pick<Begun, 'authorizeUrl'>, choice: Choice): Promise<URLSearchParams>;
  /** Posts the form of Apple's page to the callback; returns what the browser brings to it then. */
  post(form: URLSearchParams): Promise<URLSearchParams>;
  /** Opens the callback; returns where it is sent. */
  callback(parameters: URLSearchParams, cookie: string): Promise<URL>;
  /** What the popup's last page learns. */
  ending(begun: Pick<Begun, 'txn' | 'cookie'>): Promise<Response>;
  /** Starts and arms a sign-in: by popup, with Telegram by full page. With Farcaster only `withFarcaster` does. */
  begin(provider: LoginProvider, frame?: WalletFrame): Promise<Begun>;
  /** The address with the ending, which the popup's last page posts, or with which the page that was left is opened. */
  endedAt(begun: Pick<Begun, 'txn' | 'cookie'>, next: URL): Promise<string>;
  /** Comes back from the provider; returns the address with the ending. */
  comeBack(begun: Pick<Begun, 'txn' | 'cookie' | 'authorizeUrl'>, choice: Choice): Promise<string>;
  /** The same; returns the result code, empty after a failure. */
  complete(begun: Begun, choice: Choice): Promise<string>;
  /** Redeems the result in the browser that passed the wallet page. */
  redeem(begun: Begun, resultCode: string): Promise<Redeemed>;
  signIn(provider: LoginProvider, choice: Choice, frame?: WalletFrame): Promise<Redeemed>;
  /** Sends the evidence to the vault; returns what opens the wallet. */
  giveEvidence(redeemed: Redeemed): Promise<SignedIn>;
}

/** The header with which a browser sends a cookie back. */
export const cookieHeader = (setCookie: string) => ({ cookie: setCookie.split(';')[0] ?? '' });

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export function socialVisitor(
  suite: Pick<WalletSuite, 'servers' | 'frame'>,
  providers: TestProviders,
): SocialVisitor {
  const { servers } = suite;
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    servers.fetch(
      new Request(servers.frameUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  const visitor: SocialVisitor = {
    async arm(txn, secret, more = {}) {
      const body = { txn, ...(secret && { secretHash: sha256(secret) }) };
      const response = await post(armSocialSignInCall.path, body, more);
      const setCookies = response.headers.getSetCookie();
      const [cookie = '', pass = ''] = setCookies.filter(one => !one.includes('Max-Age=0'));
      const json: unknown = await response.json();
      const { status } = response;
      const armed = { status, setCookies, cookie, pass };
      if (status !== 200) return { ...armed, authorizeUrl: '' };
      return { ...armed, ...armSocialSignInCall.response.parse(json) };
    },
    async answer({ authorizeUrl }, choice) {
      const given = await providers.choose(authorizeUrl, choice);
      if (new URL(authorizeUrl).searchParams.get('response_mode') !== 'form_post') return given;
      return visitor.post(given);
    },
    async post(form) {
      const url = servers.frameUrl + socialCallbackCall.path;
      const posted = await servers.fetch(new Request(url, { method: 'POST', body: form }));
      return new URL(posted.headers.get('location') ?? '').searchParams;
    },
    async callback(parameters, cookie) {
      const telegram = parameters.get('tgAuthResult');
      if (telegram !== null) {
        const body = { state: parameters.get('state') ?? '', tgAuthResult: telegram };
        const response = await post(takeTelegramResultCall.path, body, cookieHeader(cookie));
        const told: unknown = await response.json();
        return new URL(takeTelegramResultCall.response.parse(told).next);
      }
      const url = `${servers.frameUrl}${socialCallbackCall.path}?${parameters}`;
      const response = await servers.fetch(new Request(url, { headers: cookieHeader(cookie) }));
      if (response.status !== 303) throw new Error(`The callback has status ${response.status}`);
      return new URL(response.headers.get('location') ?? '');
    },
    ending: async ({ txn, cookie }) => post(takeSocialEndingCall.path, { txn }, cookieHeader(cookie)),
    async begin(provider, frame) {
      if (provider === 'farcaster') throw new Error('This visitor has no Farcaster app');
      const own = frame ?? (await suite.frame());
      // The portal cuts the link to popups.
      const byPage = provider === 'telegram' || own.page.project === PORTAL_PROJECT;
      const body = byPage
        ? { provider, way: 'page', returnTo: `${own.page.origin}/me` }
        : { provider, way: 'popup' };
      const { txn } = await own.ask('frame', startSocialSignInCall, { body });
      const secret = byPage ? undefined : randomBytes(32).toString('base64url');
      const { status, cookie, pass, authorizeUrl } = await visitor.arm(txn, secret);
      if (status !== 200) throw new Error(`The sign-in was not armed: status ${status}`);
      return { frame: own, txn, secret, cookie, pass, authorizeUrl };
    },
    async endedAt(begun, next) {
      const result = next.searchParams.get('result_uri');
      if (result !== null) return result;
      const told: unknown = await (await visitor.ending(begun)).json();
      const { hostOrigin: _, ...ending } = takeSocialEndingCall.response.parse(told);
      return `${next.origin}${next.pathname}#${new URLSearchParams({ txn: begun.txn, ...ending })}`;
    },
    comeBack: async (begun, choice) =>
      visitor.endedAt(begun, await visitor.callback(await visitor.answer(begun, choice), begun.cookie)),
    async complete(begun, choice) {
      const { hash, search } = new URL(await visitor.comeBack(begun, choice));
      return new URLSearchParams(hash.slice(1) || search).get('resultCode') ?? '';
    },
    async redeem({ frame, txn, secret, pass }, resultCode) {
      const body = { txn, resultCode, secret };
      const headers = cookieHeader(pass);
      const redeemed = await frame.ask('frame', redeemSocialSignInCall, { body, headers });
      const evidence = socialEvidence.parse(await frame.unsealJson(redeemed.evidence));
      const { authReceipt } = redeemed;
      return { ...redeemed, frame, given: { evidence, authReceipt, encJwk: frame.encJwk } };
    },
    async signIn(provider, choice, frame) {
      const begun = await visitor.begin(provider, frame);
      const resultCode = await visitor.complete(begun, choice);
      if (resultCode === '') throw new Error(`The sign-in with ${provider} failed at the callback`);
      return visitor.redeem(begun, resultCode);
    },
    async giveEvidence({ frame, given, session, user, authReceipt }) {
      const { approvalGrant } = await frame.ask('vault', giveEvidenceCall, { body: given });
      return { session, user, authReceipt, approvalGrant };
    },
  };
  return visitor;
}
