import type { Text } from './createText.js';

/** A duration in hours, if it has any, minutes and seconds, as a clock shows it: `1:05:09`, `0:24`. */
export function clockText({ locale }: Text, seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(value);
  const plain = (value: number) => new Intl.NumberFormat(locale).format(value);
  if (hours === 0) return `${plain(minutes)}:${two(seconds % 60)}`;
  return `${plain(hours)}:${two(minutes)}:${two(seconds % 60)}`;
}
