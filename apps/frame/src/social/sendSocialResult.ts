import {
  type CallInput,
  type CallResponse,
  callPath,
  type SocialResult,
  takeSocialEndingCall,
  type takeSocialEndingRequest,
  walletUuid,
} from 'latchkit/protocol';
import { showSentence } from '../screen/showSentence.js';
import { startWindowLook } from '../screen/startWindowLook.js';
import { pagesOfOpener } from '../windowChannel/pagesOfOpener.js';
import type { SocialEnded } from './socialMessages.js';

/** Milliseconds after which the popup closes, unless the page that opened it has closed it. */
const STAY = 1_000;

/**
 * Sends the login's result to the page that started it, and to no other origin. The wallet service says which page that is, because
 * anyone can open this page with an address of their own.
 */
export async function sendSocialResult(self: Window): Promise<void> {
  if (self.top !== self) return;
  startWindowLook(self);
  const { location } = self;
  const fragment = location.hash.slice(1);
  if (fragment === 'elsewhere') return showSentence(self, { text: 'social.elsewhere' });
  const txn = walletUuid.safeParse(fragment).data;
  const told = txn && (await takeEnding({ txn }).catch(() => undefined));
  showSentence(self, { text: told ? 'social.done' : 'social.lost' });
  if (!told) return;
  const { hostOrigin, ...ending } = told;
  const uri = `${location.origin}${location.pathname}#${new URLSearchParams({ txn, ...ending })}`;
  const message = { lk: 1, type: 'SOCIAL_RESULT', uri } satisfies SocialResult;
  const ended: SocialEnded = { lk: 1, type: 'SOCIAL_ENDED', txn };
  for (const page of pagesOfOpener(self)) page.postMessage(ended, self.origin);
  (self.opener as WindowProxy | null)?.postMessage(message, hostOrigin);
  setTimeout(() => self.close(), STAY);
}

/** The ending of the login, once, in the browser that completed it. */
async function takeEnding(
  body: CallInput<typeof takeSocialEndingRequest>['body'],
): Promise<CallResponse<typeof takeSocialEndingCall>> {
  const { method, response: schema } = takeSocialEndingCall;
  const response = await fetch(callPath(takeSocialEndingCall), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The login has no ending for this browser: ${response.status}`);
  return schema.parse(await response.json());
}
