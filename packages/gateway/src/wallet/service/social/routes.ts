import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  armSocialSignInRequest,
  readFarcasterSignInRequest,
  readSocialSignInRequest,
  redeemSocialSignInRequest,
  socialCallbackRequest,
  socialFormCallbackRequest,
  startFarcasterSignInRequest,
  startLoginLinkRequest,
  startSocialSignInRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../../platform/http/clientAddress.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import { farcasterSignInState, startFarcasterSignIn } from './farcasterSignIn.js';
import { finishSocialSignIn } from './finishSocialSignIn.js';
import { startLoginLink } from './linkSocialLogin.js';
import { redeemSocialSignIn, socialSignInState } from './redeemSocialSignIn.js';
import { callbackOf, type SocialParts } from './SocialParts.js';
import { SOCIAL_ALLOWANCES, SOCIAL_TIMES } from './socialLimits.js';
import { socialTxnOf } from './socialTxns.js';
import { armSocialSignIn, startSocialSignIn } from './startSocialSignIn.js';

/** The calls of social sign-ins. */
export function socialCalls(parts: SocialParts, address: ClientAddress): readonly CallHandler[] {
  const { allowances } = parts;
  const limited = (context: Context) =>
    allowances.take('social callback', address(context), SOCIAL_ALLOWANCES.callbacksOfNetwork);
  return [
    handle(startSocialSignInRequest, ({ caller, body }) => startSocialSignIn(parts, caller, body)),
    handle(armSocialSignInRequest, async ({ body, context }) => {
      await limited(context);
      const { answer, bind } = await armSocialSignIn(parts, body.txn, body.secretHash);
      keepBind(context, parts, body.txn, bind);
      return answer;
    }),
    handle(socialCallbackRequest, async ({ context }) => {
      await limited(context);
      const parameters = new URL(context.req.url).searchParams;
      const isTelegram = !['code', 'error', 'tgAuthResult'].some(name => parameters.has(name));
      if (isTelegram && socialTxnOf(parts.store, parameters.get('state') ?? undefined) !== undefined) {
        return sendFragmentPage(context);
      }
      const next = await finishSocialSignIn(parts, parameters, txn =>
        getCookie(context, cookieOf(parts, txn)),
      );
      return context.redirect(next, 303);
    }),
    handle(socialFormCallbackRequest, async ({ context }) => {
      await limited(context);
      const form = new URLSearchParams(await context.req.text());
      const kept = ['state', 'code', 'error', 'iss', 'user'].flatMap(name => {
        const value = form.get(name);
        return value === null ? [] : [[name, value]];
      });
      return context.redirect(`${callbackOf(parts)}?${new URLSearchParams(kept)}`, 303);
    }),
    handle(readSocialSignInRequest, ({ caller, params }) => socialSignInState(parts, caller, params.txn)),
    handle(startLoginLinkRequest, ({ caller, session, body }) =>
      startLoginLink(parts, caller, session, body),
    ),
    handle(redeemSocialSignInRequest, ({ caller, body }) => redeemSocialSignIn(parts, caller, body)),
    handle(startFarcasterSignInRequest, ({ caller, body }) => startFarcasterSignIn(parts, caller, body)),
    handle(readFarcasterSignInRequest, ({ caller, params }) =>
      farcasterSignInState(parts, caller, params.txn),
    ),
  ];
}

const isSecure = ({ frameUrl }: SocialParts) => frameUrl.startsWith('https:');

/** One cookie per sign-in, because a visitor may start several. Browsers accept `__Host-` only with https. */
function cookieOf(parts: SocialParts, txn: string): string {
  return `${isSecure(parts) ? '__Host-' : ''}lk_bind_${txn.replaceAll('-', '')}`;
}

function keepBind(context: Context, parts: SocialParts, txn: string, bind: string): void {
  setCookie(context, cookieOf(parts, txn), bind, {
    httpOnly: true,
    maxAge: SOCIAL_TIMES.bind / 1_000,
    path: '/',
    // The provider's redirect comes from another site.
    sameSite: 'Lax',
    secure: isSecure(parts),
  });
}

/** Moves Telegram's result from the fragment, which servers do not receive, to the query. */
const SCRIPT =
  'var m=/^#tgAuthResult=([\\w+/=-]+)$/.exec(location.hash);' +
  "location.replace(location.pathname+location.search+'&tgAuthResult='+encodeURIComponent(m?m[1]:''))";
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

function sendFragmentPage(context: Context): Response {
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; frame-ancestors 'none'`,
  );
  return context.html(`<!doctype html><title>Latchkit</title><script>${SCRIPT}</script>`);
}
