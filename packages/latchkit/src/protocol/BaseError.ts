import type { ErrorCode } from './ErrorCode.js';

/** Values that may cross a wire with an error: nothing else of an error leaves the page. */
export type ErrorContext = Readonly<Record<string, string | number | boolean | undefined>>;

export interface BaseErrorOptions {
  /** What caused it; never sent over a wire. */
  cause?: unknown;
  /** A second sentence for the developer: what to do about it. */
  details?: string | undefined;
  /** Typed facts about the failure. */
  context?: ErrorContext | undefined;
}

/**
 * The one error type of Latchkit. Recognise an error by its `code` with {@link isError}; two copies of the
 * library on a page make `instanceof` unreliable.
 */
export class BaseError extends Error {
  override readonly name: string = 'LatchkitError';
  /** Stable, machine-readable kind, for example `CONNECTION_REJECTED`. A gateway or an adapter may add codes of its own. */
  readonly code: ErrorCode | (string & {});
  readonly details: string | undefined;
  /** Where the repository's `docs` folder explains the code, for example `errors.md#connection_rejected`. */
  readonly docsPath: string;
  readonly context: ErrorContext;

  constructor(code: string, message: string, options: BaseErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.docsPath = `errors.md#${code.toLowerCase()}`;
    this.context = options.context ?? {};
  }

  /** The part of the error that may cross a wire. */
  toJSON(): { code: string; message: string; context: ErrorContext } {
    return { code: this.code, message: this.message, context: this.context };
  }
}

/** An error of Latchkit with this code; without one named, with any code. */
export type LatchkitError<Code extends ErrorCode = never> = [Code] extends [never]
  ? BaseError
  : BaseError & { readonly code: Code };

/**
 * Whether `error` is a Latchkit error, of the given `code` when one is named. A code that Latchkit does not have is refused
 * by the compiler.
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
