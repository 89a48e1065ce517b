import { BaseError, type SocialFailure } from 'latchkit/protocol';

/** A social sign-in failed at the provider. The visitor's page learns the failure; the message is for the operator. */
export class SocialError extends BaseError {
  readonly failure: SocialFailure;

  constructor(failure: SocialFailure, message: string, cause?: unknown) {
    super(failure, message, { cause });
    this.failure = failure;
  }
}
