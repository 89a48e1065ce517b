import { useMemo } from 'react';
import type { BaseError } from '../../../core/index.js';
import { isSiteFault } from '../../../internal/index.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCountdown } from '../../runtime/useCountdown.js';
import { whyFailed } from '../../runtime/useOffline.js';

/** Seconds between two emails, if the error contains no delay. */
const COOLDOWN = 30;

/** Why no email was sent, as text. */
export interface SendProblem {
  readonly text: string;
  /** Don't announce the sentence again: only its seconds have changed. */
  readonly isSaid: boolean;
}

/**
 * The text for an email that was not sent. After a rate limit, it counts down, and disappears when the time is over.
 *
 * @param say returns the text of every other error. Default: the texts of a login.
 */
export function useSendProblem(error: BaseError | undefined, say = sendProblem): SendProblem | undefined {
  const { text } = useModal();
  const wait = error?.code === 'COOLDOWN' ? Number(error.context?.retryAfter ?? COOLDOWN) : 0;
  // The countdown starts when the error is received.
  const until = useMemo(() => (error && wait > 0 ? Date.now() + wait * 1_000 : 0), [error, wait]);
  const seconds = useCountdown(until);
  if (!error) return undefined;
  if (until === 0) return { text: say(text, error), isSaid: false };
  if (seconds === 0) return undefined;
  return { text: text.plural('email.cooldown', seconds, {}), isSaid: seconds < wait };
}

/** Why no email was sent, and what to do. For rate limits with a countdown, see `useSendProblem`. */
export function sendProblem(text: Text, error: BaseError): string {
  if (isSiteFault(error)) return text.t('email.notWorking');
  switch (error.code) {
    case 'INVALID_EMAIL':
      return text.t('email.invalid');
    case 'ORIGIN_NOT_ALLOWED':
      return text.t('email.unverified');
    case 'FROZEN':
      return text.t('email.frozen');
    case 'SITE_BLOCKED':
    case 'SITE_PAUSED':
      return text.t('email.held');
    case 'LOCKED':
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    case 'MAIL_UNAVAILABLE':
      return text.t('email.busy');
    default:
      return text.t(whyFailed('email.unavailable'));
  }
}
