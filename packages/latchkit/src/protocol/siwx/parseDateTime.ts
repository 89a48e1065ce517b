const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an RFC 3339 `date-time` to milliseconds since the epoch; undefined if it is invalid, for example a day that its month
 * doesn't have. Leap seconds are rejected, because they cannot be compared.
 */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const daysInMonth = new Date(Date.UTC(Number(match[1]), Number(match[2]), 0)).getUTCDate();
  return Number(match[3]) > daysInMonth ? undefined : Date.parse(text.toUpperCase());
}
