/** How hard a password is to guess. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Bits from which a password is fair, and strong. Argon2id makes each guess cost a second of a computer. */
const BITS = { fair: 50, strong: 70 };

/** Kinds of characters, and how many of each there are. */
const KINDS = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^a-zA-Z0-9]/, 33],
] as const;

/** Estimates how hard a password is to guess; repetitions and sequences count once. Words are counted as letters, so long ones pass. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const codes = [...password].map(character => character.codePointAt(0) ?? 0);
  const counted = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? Number.NaN)) > 1 || at === 0);
  // A repeated part adds nothing: only different neighbours count.
  const pairs = new Set(counted.map((code, at) => `${counted[at - 1]} ${code}`));
  // Half of what random characters have, because people choose words.
  const bits = pairs.size * Math.log2(Math.max(kinds, 1)) * 0.6;
  if (bits >= BITS.strong) return 'strong';
  return bits >= BITS.fair ? 'fair' : 'weak';
}
