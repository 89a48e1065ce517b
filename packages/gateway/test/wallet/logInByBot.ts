import {
  armSocialSignInCall,
  redeemSocialSignInCall,
  startSocialSignInCall,
  takeTelegramResultCall,
} from 'latchkit/protocol';
import { signedTelegram } from './signedTelegram.js';
import { cookieHeader } from './socialVisitor.js';
import type { WalletAnswer, WalletInstallation, WalletPage, WalletServers } from './walletInstallation.js';

/** A user at Telegram, and the token of a bot, whose owner needs nothing of the user's. */
export interface BotLogin {
  readonly person: number;
  readonly botToken: string;
}

/** Logs in at Telegram in the tab of the page, with a result that the owner of a bot signs. */
export async function logInByBot(
  browser: Pick<WalletInstallation, 'call'>,
  servers: WalletServers,
  { origin }: WalletPage,
  { person, botToken }: BotLogin,
): Promise<WalletAnswer> {
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    servers.fetch(
      new Request(servers.frameUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  const started = await browser.call('frame', startSocialSignInCall.path, {
    body: { provider: 'telegram', way: 'page', returnTo: `${origin}/` },
  });
  const { txn } = startSocialSignInCall.response.parse(started.json);
  const armed = await post(armSocialSignInCall.path, { txn });
  const [cookie = '', pass = ''] = armed.headers.getSetCookie().filter(one => !one.includes('Max-Age=0'));
  const { authorizeUrl } = armSocialSignInCall.response.parse(await armed.json());
  const returnTo = new URL(new URL(authorizeUrl).searchParams.get('return_to') ?? '');
  const state = returnTo.searchParams.get('state') ?? '';
  const result = { state, tgAuthResult: signedTelegram(botToken, person) };
  const taken = await post(takeTelegramResultCall.path, result, cookieHeader(cookie));
  const { next } = takeTelegramResultCall.response.parse(await taken.json());
  const uri = new URL(new URL(next).searchParams.get('result_uri') ?? '');
  const body = { txn, resultCode: uri.searchParams.get('resultCode') };
  return browser.call('frame', redeemSocialSignInCall.path, { body, headers: cookieHeader(pass) });
}
