import { HttpError } from '../../platform/http/HttpError.js';

/** The provider refused the request, for a reason that the visitor may see, such as an amount below its minimum. */
export function onrampRefused(message: string, cause?: unknown): HttpError {
  return new HttpError(400, 'ONRAMP_REFUSED', message, { cause });
}

/** No provider responded. */
export function onrampUnavailable(cause?: unknown): HttpError {
  return new HttpError(503, 'ONRAMP_UNAVAILABLE', 'No provider responds now', { cause });
}
