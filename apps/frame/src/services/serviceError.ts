import { type BaseError, frameError, isFrameErrorCode } from 'latchkit/protocol';
import * as z from 'zod/mini';

const errorBody = z.object({
  error: z.object({ code: z.string(), retryAfter: z.optional(z.number()) }),
});

/** A service's error: its code and the seconds until a retry is allowed. */
export interface ServiceRefusal {
  readonly code: string;
  readonly retryAfter: number | undefined;
}

/** Parses the body of an error response. */
export function readRefusal(body: unknown): ServiceRefusal {
  const parsed = z.safeParse(errorBody, body);
  const { code = 'INTERNAL', retryAfter } = parsed.success ? parsed.data.error : {};
  return { code, retryAfter };
}

/** Service error codes with a different code for the host. */
const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_SESSION: 'NOT_CONNECTED',
  REFRESH_REUSED: 'NOT_CONNECTED',
  CONSENT_INVALID: 'REJECTED',
  EMAIL_TAKEN: 'REJECTED',
  GRANT_INVALID: 'OTP_EXPIRED',
  SIGN_IN_INVALID: 'OTP_EXPIRED',
  APPROVAL_INVALID: 'OTP_EXPIRED',
};

/** Converts a refusal to a frame error with its code and constant text; the service's own text is dropped. */
export function serviceError({ code, retryAfter }: ServiceRefusal): BaseError {
  const meant = MEANINGS[code] ?? code;
  const known = isFrameErrorCode(meant) ? meant : 'INTERNAL';
  return frameError(known, { context: { service: code, ...(retryAfter !== undefined && { retryAfter }) } });
}
