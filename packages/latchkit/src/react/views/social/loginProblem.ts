import { type BaseError, isError } from '../../../core/index.js';
import { isSiteFault } from '../../../internal/index.js';
import type { Text } from '../../runtime/createText.js';
import { timeIn } from '../../runtime/timeAt.js';
import { isLongLimit } from '../email/isLongLimit.js';

/** Seconds during which an added login can't open the wallet in new browsers. */
const DAY = 86_400;

const PROBLEMS = {
  WINDOW_BLOCKED: { heading: 'social.blockedHeading', says: 'social.blockedText' },
  PASSED_ELSEWHERE: { heading: 'social.elsewhereHeading', says: 'social.elsewhereText' },
  KNOWN_DEVICE_REQUIRED: { heading: 'social.knownDeviceHeading', says: 'social.knownDeviceText' },
  POPUP_CLOSED: { heading: 'social.closedHeading', says: 'social.closedText' },
  LOGIN_REFUSED: { heading: 'social.refusedHeading', says: 'social.refusedText' },
  LOGIN_EXPIRED: { heading: 'social.expiredHeading', says: 'social.expiredText' },
  PROVIDER_UNAVAILABLE: { heading: 'social.unavailableHeading', says: 'social.unavailableText' },
  PROVIDER_RESPONSE_INVALID: { heading: 'social.invalidHeading', says: 'social.invalidText' },
  PROVIDER_MISCONFIGURED: { heading: 'social.setupHeading', says: 'social.setupText' },
  BROWSER_REFUSED: { heading: 'social.inAppHeading', says: 'social.inAppText' },
  GATEWAY_TOO_OLD: { heading: 'social.setupHeading', says: 'social.setupText' },
  PROVIDER_CLOCK: { heading: 'social.setupHeading', says: 'social.setupText' },
  SURFACE_UNAVAILABLE: { heading: 'social.setupHeading', says: 'social.setupText' },
  ORIGIN_NOT_ALLOWED: { heading: 'social.setupHeading', says: 'social.setupText' },
  RATE_LIMITED: { heading: 'social.failedHeading', says: 'social.tooManyText' },
  COOLDOWN: { heading: 'social.failedHeading', says: 'social.tooManyText' },
  DEVICE_DENIED: { heading: 'email.deniedHeading', says: 'email.deniedText' },
  OTP_EXPIRED: { heading: 'email.linkExpiredHeading', says: 'social.linkExpiredText' },
  RECOVERY_DELAYED: { heading: 'social.tooNewHeading', says: 'social.tooNewText' },
  PASSWORD_LOCKED: { heading: 'social.failedHeading', says: 'email.passwordLocked' },
  FROZEN: { heading: 'social.frozenHeading', says: 'social.frozenText' },
} as const;

const FAILED = { heading: 'social.failedHeading', says: 'social.failedText' } as const;
const NOT_WORKING = { heading: 'social.failedHeading', says: 'social.notWorkingText' } as const;
const TOO_MANY_NEW = { heading: 'social.failedHeading', says: 'email.tooManyNew' } as const;
const OFFLINE = { heading: 'social.failedHeading', says: 'error.offlineTry' } as const;

/** Why a social login ended, and what to do. */
export function loginProblem(
  error: BaseError,
):
  | (typeof PROBLEMS)[keyof typeof PROBLEMS]
  | typeof FAILED
  | typeof NOT_WORKING
  | typeof TOO_MANY_NEW
  | typeof OFFLINE {
  const { code, cause } = error;
  const hasReason = code === 'SOCIAL_NOT_STARTED' || code === 'FARCASTER_NOT_CONNECTED';
  if (hasReason && isError(cause)) return loginProblem(cause);
  if (isSiteFault(error)) return NOT_WORKING;
  if (isLongLimit(error)) return TOO_MANY_NEW;
  if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code as keyof typeof PROBLEMS];
  return navigator.onLine ? FAILED : OFFLINE;
}

/** When a login that has to wait opens the wallet. */
export function openingOf(text: Text, { context, cause }: BaseError): string {
  const { retryAfter = isError(cause) ? cause.context.retryAfter : undefined } = context;
  return timeIn(text, Number(retryAfter ?? DAY));
}
