import type { HttpErrorCode } from 'latchkit/protocol';
import { type ErrorStatus, HttpError } from '../../platform/http/HttpError.js';

/** An error of the names service, with its reason in the format of the names endpoints, which clients show. */
export class NameError extends HttpError {
  override readonly reasons: readonly { readonly name: string; readonly description: string }[];

  constructor(status: ErrorStatus, code: HttpErrorCode, description: string) {
    super(status, code, description);
    this.reasons = [{ name: 'name', description }];
  }
}
