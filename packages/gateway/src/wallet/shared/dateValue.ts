import type { Locale } from 'latchkit/protocol';

/** The value `{date}` of an email's text, in UTC because the reader's time zone is unknown. */
export function dateValue(locale: Locale, at: Date | undefined): Readonly<Record<string, string>> {
  if (at === undefined) return {};
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return { date: `${format.format(at)} UTC` };
}
