/** Severity of a record; `error` needs an operator's attention. */
export type LogLevel = 'error' | 'warn' | 'info';

/** Flat fields of a record. They never contain a query, a body, a visitor's address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one record. */
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

const RANK: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };

/** Minimum length of a secret to redact: shorter ones occur in ordinary words. */
const MIN_SECRET = 4;

/**
 * Writes records as lines of JSON.
 *
 * @param level - The lowest severity that is written; `off`: nothing.
 * @param secrets - Values to redact in every line: an error message may quote them.
 */
export function jsonLog(
  write: (line: string, level: LogLevel) => void,
  level: LogLevel | 'off',
  secrets: readonly string[] = [],
  now: () => Date = () => new Date(),
): Log {
  // In their JSON form, and longest first because one may contain another.
  const hidden = secrets
    .filter(secret => secret.length >= MIN_SECRET)
    .map(secret => JSON.stringify(secret).slice(1, -1))
    .sort((a, b) => b.length - a.length);
  return (of, event, fields = {}) => {
    if (level === 'off' || RANK[of] > RANK[level]) return;
    const line = JSON.stringify({ time: now().toISOString(), level: of, event, ...fields });
    write(
      hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line),
      of,
    );
  };
}

/** The fields of an error and its causes. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined ? {} : { cause }),
    stack: error.stack,
  };
}
