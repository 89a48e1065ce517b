import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** An error response of the relay: a JSON-RPC error with a stable `data.code`. */
export class RelayError extends BaseError {
  /** Error code of JSON-RPC 2.0, or of its server range. */
  readonly number: number;

  constructor(number: number, code: string, message: string, options?: BaseErrorOptions) {
    super(code, message, options);
    this.number = number;
  }
}

/** An invalid request; a retry fails in the same way. */
export function invalidParams(message: string): RelayError {
  return new RelayError(-32_602, 'INVALID_PARAMS', message);
}

/** A limit was reached; a later retry may succeed. -32005 as in EIP-1474. */
export function limited(code: string, message: string): RelayError {
  return new RelayError(-32_005, code, message);
}
