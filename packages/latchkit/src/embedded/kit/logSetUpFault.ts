import type { SocialProvider } from '../../core/LatchkitOptions.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';

/** What developers and operators do about the failures that only they can end, by error code. Visitors read none of it. */
const REMEDIES: Readonly<Record<string, string>> = {
  GATEWAY_TOO_OLD: 'Upgrade the gateway.',
  ORIGIN_NOT_ALLOWED: 'Add the origin of this page to those that the project allows.',
  PROVIDER_CLOCK: 'Check the time of the machine of the wallet service (NTP).',
  PROVIDER_MISCONFIGURED:
    "Compare the project's client id, secret, key and redirect URI with the provider's console.",
  SURFACE_UNAVAILABLE:
    "Send this page with 'Cross-Origin-Opener-Policy: same-origin-allow-popups', not 'same-origin'.",
};

/** Logs a failure of the set-up, which may be the cause of a more general error, with what to do. */
export function logSetUpFault(provider: SocialProvider, error: BaseError): void {
  const remedy = Object.hasOwn(REMEDIES, error.code) ? REMEDIES[error.code] : undefined;
  if (remedy) console.error(`[latchkit] ${error.code}: ${error.message} (${provider}). ${remedy}`);
  else if (isError(error.cause)) logSetUpFault(provider, error.cause);
}
