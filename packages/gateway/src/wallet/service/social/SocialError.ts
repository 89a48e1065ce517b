import { BaseError, type SocialFailure } from 'latchkit/protocol';

/** A social sign-in failed at the provider. The visitor's page learns the failure; the message is for the operator. */
export class SocialError extends BaseError {
  readonly failure: SocialFailure;
  /** Seconds after which the provider wants to be asked again. Undefined: it named no time. */
  readonly retryAfter: number | undefined;

  constructor(failure: SocialFailure, message: string, cause?: unknown, retryAfter?: number) {
    super(failure, message, { cause });
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}
