import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** HTTP statuses that the gateway answers errors with. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503 | 504;

/** A refusal that the caller is told about. Its `code` is stable, its `message` for a developer. */
export class GatewayError extends BaseError {
  readonly status: ErrorStatus;
  /** What a names service says beside the code [ERR-69]. */
  readonly reasons: readonly { readonly name: string; readonly description: string }[] | undefined =
    undefined;

  constructor(status: ErrorStatus, code: string, message: string, options?: BaseErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}
