import { useMemo } from 'react';
import type { BaseError } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { sendProblem } from './sendProblem.js';
import { useCountdown } from './useCountdown.js';

/** Seconds between two mails, where a refusal names none [VAL-08]. */
const COOLDOWN = 30;

/** Why no mail was sent, in words. */
export interface SendProblem {
  readonly text: string;
  /** The sentence was there before, and only its seconds have changed: nobody wants to hear it each second. */
  readonly isSaid: boolean;
}

/**
 * What to say of a mail that was not sent; a refusal for a time counts down, and is gone when it ends [VAL-08].
 *
 * @param say - Words for every other refusal. Default: those of a login.
 */
export function useSendProblem(error: BaseError | undefined, say = sendProblem): SendProblem | undefined {
  const { text } = useModal();
  const wait = error?.code === 'COOLDOWN' ? Number(error.context?.retryAfter ?? COOLDOWN) : 0;
  // From when the refusal came.
  const until = useMemo(() => (error && wait > 0 ? Date.now() + wait * 1_000 : 0), [error, wait]);
  const seconds = useCountdown(until);
  if (!error) return undefined;
  if (until === 0) return { text: say(text, error), isSaid: false };
  if (seconds === 0) return undefined;
  return { text: text.plural('email.cooldown', seconds, {}), isSaid: seconds < wait };
}
