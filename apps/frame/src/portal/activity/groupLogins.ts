import type { CallResponse, readActivityCall } from 'latchkit/protocol';

/** An entry of the audit logs. */
export type Entry = CallResponse<typeof readActivityCall>['entries'][number];

/** What the page shows as one: an entry, or a login with the entries that only say how it happened. */
export interface Shown {
  readonly entry: Entry;
  /** The entries of the login that `entry` is, the newest first, itself included. Empty for any other entry. */
  readonly steps: readonly Entry[];
}

/** What a login does without the user. All else that an installation does has an entry of its own. */
const STEPS: readonly Entry['action'][] = [
  'installation.vouch',
  'half.recovery',
  'recovery.release',
  'set.enrol',
];

const LOGINS: readonly Entry['action'][] = ['sign-in', 'sign-in.social', 'sign-in.vouched'];

/** A wallet that opens later than this after its login, for example after a waiting time, is news. In ms. */
const LONGEST = 3_600_000;

/**
 * Groups entries by the login that the services say they belong to, which is one login of one installation. A second step of the
 * same kind, one that is late, or one whose login is not among the entries stays on its own: nothing can hide in a login that the
 * user knows.
 *
 * @param entries - The newest first.
 */
export function groupLogins(entries: readonly Entry[]): readonly Shown[] {
  const heads = new Map<string, Entry>();
  for (const entry of entries)
    if (entry.login !== undefined && LOGINS.includes(entry.action)) heads.set(entry.login, entry);
  const steps = new Map<Entry, Entry[]>([...heads.values()].map(head => [head, []]));
  const alone = new Set<Entry>();
  // The oldest first: the first step of a kind is the login's.
  for (const entry of [...entries].reverse()) {
    const head = entry.login === undefined ? undefined : heads.get(entry.login);
    const found = head && steps.get(head);
    if (head && found && (entry === head || isStepOf(entry, head, found))) found.unshift(entry);
    else alone.add(entry);
  }
  return entries.flatMap(entry => {
    const found = steps.get(entry);
    if (found !== undefined) return [{ entry, steps: found }];
    return alone.has(entry) ? [{ entry, steps: [] }] : [];
  });
}

function isStepOf(entry: Entry, head: Entry, found: readonly Entry[]): boolean {
  return (
    STEPS.includes(entry.action) &&
    Math.abs(Date.parse(entry.at) - Date.parse(head.at)) <= LONGEST &&
    !found.some(({ action }) => action === entry.action)
  );
}
