import { describe, expect, it } from 'vitest';
import { type Entry, groupLogins } from './groupLogins.js';

const START = Date.parse('2026-03-01T10:00:00Z');
const OWN = { browser: 'Chrome, Linux', hostOrigin: 'https://shop.example', isCurrent: true };
// The same browser and site: only the login tells a thief's copy from the owner's device.
const THIEF = { ...OWN, isCurrent: false };

/** An entry some seconds after the start. */
const entry = (action: Entry['action'], seconds: number, more: Partial<Entry> = {}): Entry => ({
  service: action.startsWith('recovery') ? 'vault' : 'wallet',
  at: new Date(START + seconds * 1_000).toISOString(),
  action,
  device: OWN,
  ...more,
});

/** What is shown, with the steps of each login. */
const shown = (entries: readonly Entry[]) =>
  groupLogins([...entries].reverse()).map(({ entry: { action, login }, steps }) => [
    `${action} ${login ?? '-'}`,
    steps.map(step => step.action),
  ]);

const LOGIN = (login: string, device = OWN, from = 0) => [
  entry('sign-in', from, { login, device }),
  entry('recovery.release', from + 1, { login, device }),
  entry('half.recovery', from + 2, { login, device }),
  entry('set.enrol', from + 3, { login, device }),
];

describe('groupLogins', () => {
  it('shows one login as one entry that opens to its steps (UX-22)', () => {
    const vouched = [
      entry('installation.vouch', 10, { login: 'B' }),
      entry('sign-in.vouched', 11, { login: 'B', device: { ...OWN, hostOrigin: 'https://wallet.example' } }),
      entry('set.enrol', 12, { login: 'B' }),
    ];
    expect(shown([...LOGIN('A'), ...vouched])).toEqual([
      ['sign-in.vouched B', ['set.enrol', 'sign-in.vouched', 'installation.vouch']],
      ['sign-in A', ['set.enrol', 'half.recovery', 'recovery.release', 'sign-in']],
    ]);
  });

  it('shows a login of another device at the same time, from the same browser and site, as another one (UX-22)', () => {
    const mixed = LOGIN('A').flatMap((own, step) => [own, ...LOGIN('thief', THIEF).slice(step, step + 1)]);
    expect(shown(mixed)).toEqual([
      ['sign-in thief', ['set.enrol', 'half.recovery', 'recovery.release', 'sign-in']],
      ['sign-in A', ['set.enrol', 'half.recovery', 'recovery.release', 'sign-in']],
    ]);
  });

  it.each<[string, Entry]>([
    ['a second step of the same kind', entry('half.recovery', 5, { login: 'A' })],
    ['a step without a login', entry('half.recovery', 5)],
    ['a step of a login that is not shown', entry('set.enrol', 5, { login: 'other' })],
    ['a step that is late, as after a waiting time', entry('installation.vouch', 3_700, { login: 'A' })],
    ['an export', entry('wallet.export', 5, { login: 'A' })],
    ['a freeze', entry('wallet.freeze', 5, { login: 'A' })],
    ['a try of the password', entry('recovery.password', 5, { login: 'A' })],
    ['a change of the email address', entry('email.change', 5, { login: 'A' })],
  ])('leaves %s an entry of its own (UX-22)', (_, added) => {
    expect(shown([...LOGIN('A'), added])).toEqual([
      [`${added.action} ${added.login ?? '-'}`, []],
      ['sign-in A', ['set.enrol', 'half.recovery', 'recovery.release', 'sign-in']],
    ]);
  });

  it('loses no entry and shows none twice, whatever belongs to a login', () => {
    const all = [...LOGIN('A'), ...LOGIN('A', OWN, 20), ...LOGIN('B', THIEF, 40), entry('session.end', 60)];
    const found = groupLogins([...all].reverse());
    expect(found.flatMap(({ entry: one, steps }) => (steps.length > 0 ? steps : [one])).sort()).toHaveLength(
      all.length,
    );
    expect(new Set(found.flatMap(({ entry: one, steps }) => [one, ...steps])).size).toBe(all.length);
  });
});
