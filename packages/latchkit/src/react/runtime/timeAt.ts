import type { Text } from './createText.js';

/** A date and time, rounded up to the minute so that it is never too early. @param at - In milliseconds since the epoch. */
export function timeAt({ locale }: Text, at: number): string {
  const tag = locale === 'en' ? 'en-GB' : locale;
  const minute = 60_000;
  return new Intl.DateTimeFormat(tag, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  } as const).format(Math.ceil(at / minute) * minute);
}

/** The same for a number of seconds from now. */
export function timeIn(text: Text, seconds: number): string {
  return timeAt(text, Date.now() + seconds * 1_000);
}
