import { isAccountName, LEGACY_NAME_SUFFIX, NAME_SUFFIX } from 'latchkit/protocol';
import { normalName } from './normalName.js';

/** Names that visitors would take for the operator or for a service. */
const RESERVED = [
  ...[
    'abuse',
    'account',
    'accounts',
    'admin',
    'administrator',
    'billing',
    'contact',
    'customer',
    'customercare',
  ],
  ...['default', 'example', 'helpdesk', 'help', 'hostmaster', 'info', 'latchkit', 'localhost', 'login'],
  ...[
    'mailer',
    'moderator',
    'nobody',
    'noreply',
    'no-reply',
    'null',
    'official',
    'operator',
    'owner',
    'payment',
  ],
  ...['payments', 'postmaster', 'recovery', 'register', 'reown', 'root', 'security', 'service', 'staff'],
  ...['status', 'support', 'sysadmin', 'system', 'team', 'test', 'treasury', 'undefined', 'verification'],
  ...['verified', 'wallet', 'walletconnect', 'webmaster', 'welcome'],
] as const;

/** A name's label and its visual skeleton. */
export interface NameLabel {
  readonly label: string;
  /** Equal for labels that look alike. */
  readonly skeleton: string;
}

/** Reads a label; undefined if it isn't 4 to 32 letters, digits and hyphens, or isn't in normal form (ENSIP-15). */
export function nameLabel(text: string): NameLabel | undefined {
  const label = normalName(text);
  if (label === undefined || label !== text || !isAccountName(label)) return undefined;
  return { label, skeleton: skeletonOf(label) };
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
export function isReserved({ skeleton }: NameLabel): boolean {
  return reserved.has(skeleton);
}

/**
 * What a label looks like: without accents, and with one letter for those that readers confuse. Letters of different scripts
 * need no place here: a normal name has one script, and none that looks like another (ENSIP-15).
 */
function skeletonOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/^-+|-+$/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const reserved: ReadonlySet<string> = new Set(RESERVED.map(skeletonOf));

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
