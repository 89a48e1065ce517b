import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BaseError } from 'latchkit/protocol';

/** Result of {@link parseOptions}: values by option, and positional arguments. */
type ParsedOptions<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>;

/**
 * Parses the options of a command; unknown ones are rejected.
 *
 * @throws BaseError `INVALID_ARGUMENT`.
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
): ParsedOptions<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('. ')[0] : undefined;
    throw invalidArgument(message ?? 'An argument cannot be used', cause);
  }
}

/** Creates the error of an invalid argument. */
export function invalidArgument(message: string, cause?: unknown): BaseError {
  return new BaseError('INVALID_ARGUMENT', message, { details: 'See latchkit-gateway help', cause });
}
