/** Values that may cross a wire with an error: nothing else of an error leaves the page. */
export type ErrorContext = Readonly<Record<string, string | number | boolean | undefined>>;

export interface BaseErrorOptions {
  /** What caused it; never sent over a wire. */
  cause?: unknown;
  /** A second sentence for the developer: what to do about it. */
  details?: string | undefined;
  /** Path under the documentation site that explains the error. */
  docsPath?: string | undefined;
  /** Typed facts about the failure. */
  context?: ErrorContext | undefined;
}

/**
 * The one error type of Latchkit. Recognise an error by its `code` with {@link isError}; two copies of the
 * library on a page make `instanceof` unreliable.
 */
export class BaseError extends Error {
  override readonly name: string = 'LatchkitError';
  /** Stable, machine-readable kind, for example `CONNECTION_REJECTED`. */
  readonly code: string;
  readonly details: string | undefined;
  readonly docsPath: string | undefined;
  readonly context: ErrorContext;

  constructor(code: string, message: string, options: BaseErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.docsPath = options.docsPath;
    this.context = options.context ?? {};
  }

  /** The part of the error that may cross a wire. */
  toJSON(): { code: string; message: string; context: ErrorContext } {
    return { code: this.code, message: this.message, context: this.context };
  }
}

/** Whether `error` is a Latchkit error, of the given `code` when one is named. */
export function isError(error: unknown, code?: string): error is BaseError {
  if (typeof error !== 'object' || error === null) return false;
  const candidate = error as { name?: unknown; code?: unknown };
  if (candidate.name !== 'LatchkitError' || typeof candidate.code !== 'string') return false;
  return code === undefined || candidate.code === code;
}
