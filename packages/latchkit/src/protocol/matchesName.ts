/** Number of typos (wrong, missing or swapped letters) allowed for a text of this length. */
const typosIn = (length: number) => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

/**
 * Whether a typed text is part of a name, ignoring case and spaces; a longer text may have one or two typos compared with the
 * start of the name or of one of its words.
 */
export function matchesName(name: string, typed: string): boolean {
  const wanted = folded(typed);
  const whole = folded(name);
  if (whole.includes(wanted)) return true;
  const typos = typosIn(wanted.length);
  if (typos === 0) return false;
  const starts = [whole, ...name.split(/\s+/).slice(1).map(folded)];
  return starts.some(start =>
    [0, -1, 1].some(change => distance(start.slice(0, wanted.length + change), wanted) <= typos),
  );
}

/** Normalises, so that 'OneKey', 'onekey' and 'One Key' are equal. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

/** Edit distance of two short texts; a swap of neighbours counts as one (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const above = rows[i - 1] ?? [];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? least) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
