import type { ErrorCode } from './ErrorCode.js';

/** Where `docsPath` is found. */
const DOCS = 'https://github.com/latchkit/latchkit/blob/main/docs/';

/** The only values of an error that may be sent over a wire. */
export type ErrorContext = Readonly<Record<string, string | number | boolean | undefined>>;

export interface BaseErrorOptions {
  /** The original error; never sent over a wire. */
  cause?: unknown;
  /** For the developer: how to fix it. */
  details?: string | undefined;
  /** Structured data about the failure. */
  context?: ErrorContext | undefined;
}

/**
 * The only error class of Latchkit. Check an error's `code` with {@link isError}; `instanceof` is unreliable if a page contains
 * two copies of the library. Its `name` is 'LatchkitError', because viem and other libraries name their errors 'BaseError'.
 */
export class BaseError extends Error {
  override readonly name: string = 'LatchkitError';
  /** Stable, machine-readable code, for example `CONNECTION_REJECTED`. A gateway or an adapter may add its own codes. */
  readonly code: ErrorCode | (string & {});
  readonly details: string | undefined;
  /** The section of the repository's `docs` folder that explains the code, for example `errors.md#connection_rejected`. */
  readonly docsPath: string;
  readonly context: ErrorContext;

  constructor(code: string, message: string, options: BaseErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.docsPath = `errors.md#${code.toLowerCase()}`;
    this.context = options.context ?? {};
    // Browsers print the stack of an uncaught error. V8 begins it with a name and the message, other engines with neither.
    const rest = this.stack?.replace(/^\w*Error(?:: )?/, '');
    if (rest?.startsWith(message) && rest !== this.stack)
      this.stack = `${this.toString()}${rest.slice(message.length)}`;
  }

  /** The message, what to do, the code, and where it is explained. */
  override toString(): string {
    const parts = [this.message, ...(this.details ? [this.details] : [])];
    const said = parts.map(part => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' ');
    return `LatchkitError ${this.code}: ${said} ${DOCS}${this.docsPath}`;
  }

  /** The part of the error that may cross a wire. */
  toJSON(): { code: string; message: string; context: ErrorContext } {
    return { code: this.code, message: this.message, context: this.context };
  }
}

/** A Latchkit error with this code; with any code if none is given. */
export type LatchkitError<Code extends ErrorCode = never> = [Code] extends [never]
  ? BaseError
  : BaseError & { readonly code: Code };

/**
 * Whether `error` is a Latchkit error, and has `code` if given. The compiler rejects unknown codes.
 *
 * @example
 * if (isError(error, 'CONNECTION_REJECTED')) return;
 */
export function isError(error: unknown): error is BaseError;
export function isError<Code extends ErrorCode>(error: unknown, code: Code): error is LatchkitError<Code>;
export function isError(error: unknown, code?: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const candidate = error as { name?: unknown; code?: unknown };
  if (candidate.name !== 'LatchkitError' || typeof candidate.code !== 'string') return false;
  return code === undefined || candidate.code === code;
}
