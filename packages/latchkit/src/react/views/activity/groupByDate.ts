import type { AccountTransaction } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';

export interface DateGroup {
  readonly title: string;
  readonly transactions: readonly AccountTransaction[];
}

/**
 * Groups transactions by the visitor's local date, in their order: Today, Yesterday, 12 May, and in another year 12
 * May 2025.
 */
export function groupByDate(
  text: Pick<Text, 't' | 'locale'>,
  transactions: readonly AccountTransaction[],
  now: Date,
): readonly DateGroup[] {
  const groups = new Map<string, AccountTransaction[]>();
  for (const transaction of transactions) {
    const title = dayTitle(text, new Date(transaction.metadata.minedAt), now);
    const group = groups.get(title);
    if (group) group.push(transaction);
    else groups.set(title, [transaction]);
  }
  return [...groups].map(([title, list]) => ({ title, transactions: list }));
}

function dayTitle({ t, locale }: Pick<Text, 't' | 'locale'>, date: Date, now: Date): string {
  // Some sources report no time for their newest entries, so count them as today.
  if (Number.isNaN(date.getTime()) || isSameDay(date, now)) return t('activity.today');
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(date, yesterday)) return t('activity.yesterday');
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  // English puts the day before the month, like the other texts.
  const tag = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', ...year }).format(date);
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
