import { HttpError } from '../../platform/http/HttpError.js';

/** A name that doesn't resolve, with reasons in the format of the names endpoint. */
export class NameNotFoundError extends HttpError {
  override readonly reasons: readonly { readonly name: string; readonly description: string }[];

  constructor(description: string) {
    super(404, 'NAME_NOT_FOUND', description);
    this.reasons = [{ name: 'name', description }];
  }
}
