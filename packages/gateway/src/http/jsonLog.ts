/** How much a record matters: `error` wants an operator's eyes. */
export type LogLevel = 'error' | 'warn' | 'info';

/** Flat facts about what happened. Never a query, a body, a visitor's address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one record. */
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

const RANK: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };

/** Shorter texts are not taken out: they would be found in innocent words. */
const MIN_SECRET = 4;

/**
 * Writes records as lines of JSON.
 *
 * @param level - The least that is written; `off`: nothing.
 * @param secrets - Texts that never appear in a line, wherever they come from: an error's message may quote them.
 */
export function jsonLog(
  write: (line: string, level: LogLevel) => void,
  level: LogLevel | 'off',
  secrets: readonly string[] = [],
  now: () => Date = () => new Date(),
): Log {
  // As they stand in JSON, longest first: one may be part of another.
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

/** An error as fields, its causes included. */
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
