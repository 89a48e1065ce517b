import { type BaseError, frameError, isFrameErrorCode } from 'latchkit/protocol';
import * as z from 'zod/mini';

const errorBody = z.object({
  error: z.object({ code: z.string(), retryAfter: z.optional(z.number()) }),
});

/** What a service refused with: its code, and how many seconds to wait. */
export interface ServiceRefusal {
  readonly code: string;
  readonly retryAfter: number | undefined;
}

/** Reads the body of an answer that is no success. */
export function readRefusal(body: unknown): ServiceRefusal {
  const parsed = z.safeParse(errorBody, body);
  const { code = 'INTERNAL', retryAfter } = parsed.success ? parsed.data.error : {};
  return { code, retryAfter };
}

/** Codes of the services that mean to the host what another code of the frame means. */
const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_SESSION: 'NOT_CONNECTED',
  REFRESH_REUSED: 'NOT_CONNECTED',
  CONSENT_INVALID: 'REJECTED',
  EMAIL_TAKEN: 'REJECTED',
  GRANT_INVALID: 'OTP_EXPIRED',
  SIGN_IN_INVALID: 'OTP_EXPIRED',
  APPROVAL_INVALID: 'OTP_EXPIRED',
};

/** The frame's own error for a refusal: its code and constant text, and nothing that the service said. */
export function serviceError({ code, retryAfter }: ServiceRefusal): BaseError {
  const meant = MEANINGS[code] ?? code;
  const known = isFrameErrorCode(meant) ? meant : 'INTERNAL';
  return frameError(known, { context: { service: code, ...(retryAfter !== undefined && { retryAfter }) } });
}
