import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  armSocialSignInRequest,
  passSocialSignInRequest,
  readFarcasterSignInRequest,
  readSocialSignInRequest,
  redeemSocialSignInRequest,
  socialCallbackRequest,
  socialFormCallbackRequest,
  startFarcasterSignInRequest,
  startLoginLinkRequest,
  startSocialSignInRequest,
  takeSocialEndingRequest,
  takeTelegramResultCall,
  takeTelegramResultRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../../platform/http/clientAddress.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import { farcasterSignInState, startFarcasterSignIn } from './farcasterSignIn.js';
import { finishSocialSignIn, receiveForm, tellEnding } from './finishSocialSignIn.js';
import { startLoginLink } from './linkSocialLogin.js';
import {
  type PassOf,
  passSocialSignIn,
  redeemSocialSignIn,
  socialSignInState,
} from './redeemSocialSignIn.js';
import type { SocialParts } from './SocialParts.js';
import { SOCIAL_ALLOWANCES, SOCIAL_TIMES } from './socialLimits.js';
import { findSocialTxn, socialTxnOf } from './socialTxns.js';
import { armSocialSignIn, startSocialSignIn } from './startSocialSignIn.js';

/** The calls of social sign-ins. */
export function socialCalls(parts: SocialParts, address: ClientAddress): readonly CallHandler[] {
  const { allowances } = parts;
  // What belongs to no sign-in counts for the network; the rest has the limit of its sign-in, which others cannot use up.
  const limited = (context: Context, txn: string | undefined) =>
    txn === undefined
      ? allowances.take('social callback', address(context), SOCIAL_ALLOWANCES.callbacksOfNetwork)
      : allowances.take('social callback of sign-in', txn, SOCIAL_ALLOWANCES.callbacksOfSignIn);
  return [
    handle(startSocialSignInRequest, ({ caller, body }) => startSocialSignIn(parts, caller, body)),
    handle(armSocialSignInRequest, async ({ body, context }) => {
      const isOpen = (await findSocialTxn(parts.store, body.txn))?.state === 'created';
      await limited(context, isOpen ? body.txn : undefined);
      const { answer, bind, pass } = await armSocialSignIn(parts, body.txn, body.secretHash);
      for (const cookie of [BIND, ...passCookies(parts)]) dropOldCookies(context, cookie, parts);
      keepCookie(context, BIND, parts, body.txn, bind);
      if (pass !== undefined)
        for (const cookie of passCookies(parts)) keepCookie(context, cookie, parts, body.txn, pass);
      return answer;
    }),
    handle(socialCallbackRequest, async ({ context }) => {
      const parameters = new URL(context.req.url).searchParams;
      const txn = socialTxnOf(parts.store, parameters.get('state') ?? undefined);
      // A state of nobody's costs nothing: any site's images could use up the limit of its visitors' network.
      if (txn !== undefined) await limited(context, txn);
      const found = txn === undefined ? undefined : await findSocialTxn(parts.store, txn);
      if (found?.provider === 'telegram') return sendFragmentPage(context);
      const next = await finishSocialSignIn(parts, parameters, cookiesOf(context, BIND, parts));
      return context.redirect(next, 303);
    }),
    handle(socialFormCallbackRequest, async ({ context }) => {
      const form = new URLSearchParams(await context.req.text());
      const txn = socialTxnOf(parts.store, form.get('state') ?? undefined);
      if (txn !== undefined) await limited(context, txn);
      const kept = FORM_FIELDS.flatMap(name => {
        const value = form.get(name);
        return value === null ? [] : [[name, value]];
      });
      return context.redirect(await receiveForm(parts, new URLSearchParams(kept)), 303);
    }),
    handle(takeTelegramResultRequest, async ({ body, context }) => {
      await limited(context, socialTxnOf(parts.store, body.state));
      const next = await finishSocialSignIn(
        parts,
        new URLSearchParams(body),
        cookiesOf(context, BIND, parts),
      );
      return { next };
    }),
    handle(takeSocialEndingRequest, async ({ body, context }) =>
      tellEnding(parts, body.txn, cookiesOf(context, BIND, parts)),
    ),
    handle(readSocialSignInRequest, ({ caller, params }) => socialSignInState(parts, caller, params.txn)),
    handle(startLoginLinkRequest, ({ caller, session, body, context }) =>
      startLoginLink(parts, caller, session, body, passesOf(context, parts)),
    ),
    handle(redeemSocialSignInRequest, ({ caller, body, context }) =>
      redeemSocialSignIn(parts, caller, body, passesOf(context, parts)),
    ),
    handle(passSocialSignInRequest, ({ caller, body, context }) =>
      passSocialSignIn(parts, caller, body.txn, passesOf(context, parts)),
    ),
    handle(startFarcasterSignInRequest, ({ caller, body }) => startFarcasterSignIn(parts, caller, body)),
    handle(readFarcasterSignInRequest, ({ caller, params }) =>
      farcasterSignInState(parts, caller, params.txn),
    ),
  ];
}

/** What is read of a form that a provider posts. */
const FORM_FIELDS = ['state', 'code', 'error', 'iss', 'user'] as const;

const isSecure = ({ frameUrl }: SocialParts) => frameUrl.startsWith('https:');

/** A cookie that ties a sign-in to the browser that passed the wallet page. */
interface SignInCookie {
  readonly name: string;
  readonly sameSite: 'Lax' | 'None';
}

/** The provider's response requires it, which comes from another site. */
const BIND: SignInCookie = { name: 'lk_bind', sameSite: 'Lax' };
/** The wallet page sends it when it redeems, in a frame of another site's page; the wallet window, where the browser blocks that. */
const PASS: SignInCookie = { name: 'lk_pass', sameSite: 'None' };
/** The same, without https only: some browsers drop `Secure` cookies then. Only the service's own pages send it. */
const OWN_PASS: SignInCookie = { name: 'lk_own', sameSite: 'Lax' };

const passCookies = (parts: SocialParts) => (isSecure(parts) ? [PASS] : [PASS, OWN_PASS]);

/** One cookie per sign-in, because a visitor may start several. Browsers accept `__Host-` only with https. */
function cookieOf({ name }: SignInCookie, parts: SocialParts, txn: string): string {
  return `${isSecure(parts) ? '__Host-' : ''}${name}_${txn.replaceAll('-', '')}`;
}

const cookiesOf = (context: Context, cookie: SignInCookie, parts: SocialParts) => (txn: string) =>
  getCookie(context, cookieOf(cookie, parts, txn));

const passesOf =
  (context: Context, parts: SocialParts): PassOf =>
  txn =>
    passCookies(parts).flatMap(cookie => cookiesOf(context, cookie, parts)(txn) ?? [])[0];

function keepCookie(
  context: Context,
  cookie: SignInCookie,
  parts: SocialParts,
  txn: string,
  value: string,
): void {
  const maxAge = SOCIAL_TIMES.bind / 1_000;
  setCookie(context, cookieOf(cookie, parts, txn), value, { ...attributesOf(cookie, parts), maxAge });
}

function attributesOf({ sameSite }: SignInCookie, parts: SocialParts) {
  // Browsers accept `None` only with `Secure`; for http://localhost, too.
  return { httpOnly: true, path: '/', sameSite, secure: isSecure(parts) || sameSite === 'None' };
}

/** Sign-ins in one browser whose cookies are kept. Any site can start more, and servers refuse requests with too many cookies. */
const KEPT_SIGN_INS = 5;

/** Deletes the cookies of the oldest sign-ins in this browser. Their names contain ids that sort by time (UUIDv7). */
function dropOldCookies(context: Context, cookie: SignInCookie, parts: SocialParts): void {
  const prefix = cookieOf(cookie, parts, '');
  const names = Object.keys(getCookie(context)).filter(name => name.startsWith(prefix));
  for (const name of names.sort().slice(0, 1 - KEPT_SIGN_INS)) {
    setCookie(context, name, '', { ...attributesOf(cookie, parts), maxAge: 0 });
  }
}

/** Posts Telegram's result, which is in the fragment, removes it from the history, and goes where the response says. */
const SCRIPT = [
  'var m=/^#tgAuthResult=([\\w+/=-]+)$/.exec(location.hash);',
  "history.replaceState(null,'',location.pathname+location.search);",
  `fetch('${takeTelegramResultCall.path}',{method:'POST',headers:{'Content-Type':'application/json'},`,
  "body:JSON.stringify({state:new URLSearchParams(location.search).get('state'),tgAuthResult:m?m[1]:''})})",
  '.then(function(r){if(!r.ok)throw 0;return r.json()}).then(function(told){location.replace(told.next)})',
  ".catch(function(){location.replace('/window/done#')})",
].join('');
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

function sendFragmentPage(context: Context): Response {
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; connect-src 'self'; img-src data:; script-src 'sha256-${SCRIPT_HASH}'; frame-ancestors 'none'`,
  );
  return context.html(
    `<!doctype html><title>Latchkit</title><link rel="icon" href="data:,"><script>${SCRIPT}</script>`,
  );
}
