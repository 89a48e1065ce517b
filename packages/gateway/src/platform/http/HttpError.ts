import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** HTTP statuses of the gateway's error responses. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503 | 504;

/** An error that the caller may see. Its `code` is stable; its `message` is for developers. */
export class HttpError extends BaseError {
  readonly status: ErrorStatus;
  /** Details that the names endpoint adds to the code. */
  readonly reasons: readonly { readonly name: string; readonly description: string }[] | undefined =
    undefined;

  constructor(status: ErrorStatus, code: string, message: string, options?: BaseErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}
