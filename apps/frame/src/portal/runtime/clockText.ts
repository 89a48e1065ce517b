import type { PortalLocale } from '../texts/createPortalTexts.js';

/** Milliseconds as minutes and seconds, or hours and minutes from an hour on: `4:32`, `21:58`. */
export function clockText(milliseconds: number): string {
  const { large, small } = partsOf(milliseconds);
  return `${large}:${String(small).padStart(2, '0')}`;
}

/** The same in words, for screen readers: `21 hours 58 minutes`. */
export function spokenTime(milliseconds: number, { count }: Pick<PortalLocale, 'count'>): string {
  const { large, small, units } = partsOf(milliseconds);
  const parts = [large > 0 && count(large, units[0]), small > 0 && count(small, units[1])];
  return parts.filter(Boolean).join(' ');
}

function partsOf(milliseconds: number) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const isLong = seconds >= 3_600;
  const of = isLong ? Math.floor(seconds / 60) : seconds;
  const units = isLong ? (['hour', 'minute'] as const) : (['minute', 'second'] as const);
  return { large: Math.floor(of / 60), small: of % 60, units };
}
