import type { SocialResult } from 'latchkit/protocol';
import { showSentence } from '../screen/showSentence.js';
import { startWindowLook } from '../screen/startWindowLook.js';

/** Milliseconds after which the popup closes, unless the page that opened it has closed it. */
const STAY = 1_000;

/** Sends the login's result to the page that started it, and to no other origin. */
export function sendSocialResult(self: Window): void {
  if (self.top !== self) return;
  const origin = new URLSearchParams(self.location.hash.slice(1)).get('origin') ?? '';
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
  startWindowLook(self);
  showSentence(self, { text: isOrigin ? 'social.done' : 'social.lost' });
  if (!isOrigin) return;
  const message = { lk: 1, type: 'SOCIAL_RESULT', uri: self.location.href } satisfies SocialResult;
  (self.opener as WindowProxy | null)?.postMessage(message, origin);
  setTimeout(() => self.close(), STAY);
}
