import { GatewayError } from '../http/GatewayError.js';

/** A name leads nowhere; says so in the form of a names service [ERR-69]. */
export class NameNotFoundError extends GatewayError {
  override readonly reasons: readonly { readonly name: string; readonly description: string }[];

  constructor(description: string) {
    super(404, 'NAME_NOT_FOUND', description);
    this.reasons = [{ name: 'name', description }];
  }
}
