import { callPath, passSocialSignInCall, walletUuid } from 'latchkit/protocol';
import { showSentence } from '../screen/showSentence.js';
import { startWindowLook } from '../screen/startWindowLook.js';
import type { ProofHeaders } from '../services/createServiceClient.js';
import { isOpenedByWallet } from '../window/isOpenedByWallet.js';
import { pagesOfOpener } from '../windowChannel/pagesOfOpener.js';
import { type PassAsked, passHeaders, passProof } from './socialMessages.js';

/** Milliseconds within which the wallet page must answer, and between two attempts. */
const PATIENCE = 5_000;
const PAUSE = 250;

/** Milliseconds after which the window closes. */
const STAY = 500;

/**
 * Lets the wallet page that opened this window redeem its login by full page: this window's browser sends the cookie that it got when
 * it passed the wallet service, which the wallet page's frame does not send. The wallet page answers for the login with its key, and
 * the service compares both. If a host's policy has cut the opener, the answer is in the address, which counts only if a wallet page
 * of this browser opened it. The cookie itself goes to no page.
 */
export async function passLogin(self: Window & typeof globalThis): Promise<void> {
  const [id, ...rest] = self.location.hash.slice(1).split('&');
  const txn = walletUuid.safeParse(id).data;
  if (self.top !== self || txn === undefined) return;
  self.history.replaceState(null, '', `#${txn}`);
  startWindowLook(self);
  showSentence(self, { text: 'social.passing' });
  const headers =
    self.opener === null
      ? headersIn(self, rest.join('&'))
      : await askWalletPage(self, txn).catch(() => undefined);
  const isPassed = headers !== undefined && (await pass(txn, headers).catch(() => false));
  showSentence(self, { text: isPassed ? 'social.done' : 'social.lost' });
  if (isPassed) self.setTimeout(() => self.close(), STAY);
}

function headersIn(self: Window & typeof globalThis, text: string): ProofHeaders | undefined {
  if (!isOpenedByWallet(self)) return undefined;
  return passHeaders.safeParse(Object.fromEntries(new URLSearchParams(text))).data;
}

/** Asks the pages of this origin that this window reaches directly, until the one with the login answers. */
function askWalletPage(self: Window, txn: string): Promise<ProofHeaders> {
  const asked: PassAsked = { lk: 1, type: 'PASS_ASKED', txn };
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const { signal } = over;
    const hear = ({ data, origin }: MessageEvent) => {
      const proof = origin === self.origin ? passProof.safeParse(data).data : undefined;
      if (proof?.txn !== txn) return;
      over.abort();
      resolve(proof.headers);
    };
    const ask = () => {
      for (const page of pagesOfOpener(self)) page.postMessage(asked, self.origin);
    };
    self.addEventListener('message', hear, { signal });
    const asking = self.setInterval(ask, PAUSE);
    const limit = self.setTimeout(() => {
      over.abort();
      reject(new Error('No wallet page has the login'));
    }, PATIENCE);
    signal.addEventListener('abort', () => {
      self.clearInterval(asking);
      self.clearTimeout(limit);
    });
    ask();
  });
}

async function pass(txn: string, headers: ProofHeaders): Promise<boolean> {
  const response = await fetch(callPath(passSocialSignInCall), {
    method: passSocialSignInCall.method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ txn }),
  });
  return response.ok;
}
