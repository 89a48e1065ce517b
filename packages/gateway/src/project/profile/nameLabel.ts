import { isAccountName, LEGACY_NAME_SUFFIX, NAME_SUFFIX } from 'latchkit/protocol';
import { lookOf, skeletonOf } from './confusables.js';
import { normalName } from './normalName.js';
import { looksReserved } from './reservedNames.js';

/** A name's label and its visual skeleton. */
export interface NameLabel {
  readonly label: string;
  /** Equal for labels that look alike. */
  readonly skeleton: string;
  /** Equal for more labels that look alike. */
  readonly look: string;
}

/** Reads a label; undefined if it isn't 4 to 32 letters, digits and hyphens, or isn't in normal form (ENSIP-15). */
export function nameLabel(text: string): NameLabel | undefined {
  const label = normalName(text);
  if (label === undefined || label !== text || !isAccountName(label)) return undefined;
  const skeleton = skeletonOf(label);
  return { label, skeleton, look: lookOf(skeleton) };
}

/** Reads the label of a name with this suffix; undefined for other names. */
export function labelIn(name: string, suffix: string): string | undefined {
  const normal = normalName(name) ?? '';
  const ending = endingOf(normal, suffix);
  const label = ending && normal.slice(0, -ending.length);
  return !label || label.includes('.') ? undefined : label;
}

/** The ending of a name with this suffix. */
export function endingOf(name: string, suffix: string): string | undefined {
  const endings = suffix === NAME_SUFFIX ? [suffix, LEGACY_NAME_SUFFIX] : [suffix];
  return endings.find(one => name.endsWith(one));
}

/** Whether a label looks like one that nobody may register. */
export function isReserved({ label }: NameLabel): boolean {
  return looksReserved(label);
}

/** Labels like this one, in a fixed order; some may be taken or invalid. */
export function variantsOf(label: string | undefined): readonly string[] {
  if (label === undefined) return [];
  const base = label.replace(/^-+|-+$/g, '');
  const digits = [2, 3, 4, 5, 6, 7, 8, 9];
  return [
    `${base}-pay`,
    `hello-${base}`,
    `${base}-wallet`,
    `my-${base}`,
    `the-${base}`,
    ...digits.map(digit => `${base}${digit}`),
    ...digits.map(digit => `${base}${digit}${digit}`),
  ];
}
