import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** A request that the relay does not carry out: a JSON-RPC error whose `data.code` is stable. */
export class RelayError extends BaseError {
  /** Of JSON-RPC 2.0, or of its range for servers. */
  readonly number: number;

  constructor(number: number, code: string, message: string, options?: BaseErrorOptions) {
    super(code, message, options);
    this.number = number;
  }
}

/** The request makes no sense: whoever sends it again gets the same answer. */
export function invalidParams(message: string): RelayError {
  return new RelayError(-32_602, 'INVALID_PARAMS', message);
}

/** A limit: later it may pass. -32005 as in EIP-1474. */
export function limited(code: string, message: string): RelayError {
  return new RelayError(-32_005, code, message);
}
