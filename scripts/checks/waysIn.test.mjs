import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { readWaysIn } from '../lib/readWaysIn.mjs';
import { usesOfWays } from '../lib/usesOfWays.mjs';
import { matrixProblems, waysIn, waysInProblems } from './waysIn.mjs';

const WALLET = 'packages/gateway/src/wallet';
const FILE = 'service/signIn/vouchedSignIn.ts';
const source = readFileSync(inRoot(WALLET, FILE), 'utf8');

function once(make) {
  let made;
  return () => (made ??= make());
}

/** Functions that must not be there, with what the check says about each. */
const PLANTED = [
  [
    'a caller that no row names',
    `export async function caller({ store }: WalletParts, caller: Caller, made: never) {
       return addSession(store, store.database, WAYS_IN['vouch.use'], caller, made);
     }`,
    `No row says: ${FILE}#caller vouch.use`,
  ],
  [
    'a caller with the way of another function',
    `export async function borrower({ store }: WalletParts, caller: Caller, made: never) {
       return addSession(store, store.database, wayOf(made), caller, made);
     }
     const wayOf = (isOld: boolean) => (isOld ? WAYS_IN['vouch.give'] : WAYS_IN['email.known']);`,
    `No row says: ${FILE}#borrower email.known`,
  ],
  [
    'a way that nobody can see',
    `export async function chooser({ store }: WalletParts, caller: Caller, made: never, name: string) {
       const ways: Readonly<Record<string, WayIn>> = WAYS_IN;
       return addSession(store, store.database, ways[name], caller, made);
     }
     import type { WayIn } from '../../shared/waysIn/WayIn.js';`,
    `${FILE}#chooser calls addSession with a way that no row names`,
  ],
  [
    'a function that is passed on',
    'export const passed = [addSession];',
    `${FILE}#passed passes addSession on, so that nobody sees which way it gets`,
  ],
  [
    'a statement without a way',
    `export async function writer({ store: { schema, database } }: WalletParts) {
       await database.query(\`insert into \${schema}.sessions (id) values ($1)\`, ['1']);
     }`,
    `${FILE}#writer writes, releases or signs sessions without a way`,
  ],
  [
    'a signature without a way',
    "export const signer = ({ store }: WalletParts) => store.keys.sign('at+jwt', {});",
    `${FILE}#signer writes, releases or signs a token ('at+jwt') without a way`,
  ],
];

/** The problems with all of them: one program is enough. */
const planted = once(async () => {
  const code = PLANTED.map(([, text]) => text).join('\n');
  return waysInProblems(await readWaysIn(), usesOfWays(WALLET, new Map([[FILE, source + code]])));
});

const found = once(() => usesOfWays(WALLET));

describe('waysIn', () => {
  it('finds in the record every function that uses a way in, and nothing else', async () => {
    expect(await waysIn.check({ found: found() })).toEqual({ ok: true, text: '' });
  });

  it.each(PLANTED)('refuses %s', async (_, _code, problem) => {
    expect(await planted()).toContain(problem);
  });

  it('refuses a row whose function does something else, or is gone, and a call that is in no list', async () => {
    const { ways, steps, calls } = await readWaysIn();
    const vouch = { ...ways['vouch.use'], by: ['service/signIn/routes.ts#authCalls'] };
    const page = { ...ways['sign.frame'], by: ['apps/frame/src/main.ts#signAnything'] };
    const { endSessionCall: _, ...fewer } = steps;
    const changed = { ...ways, 'vouch.use': vouch, 'sign.frame': page };
    expect(waysInProblems({ ways: changed, steps: fewer, calls }, found())).toEqual([
      `No row says: ${FILE}#verifyVouchedSignIn vouch.use`,
      'A row says service/signIn/routes.ts#authCalls vouch.use, and the function does not use it',
      'A row names what is not there: apps/frame/src/main.ts#signAnything sign.frame',
      'endSessionCall has to complete a way, or to be a step that gives nothing: one of the two',
    ]);
  });

  it('refuses a cell of the matrix without a test that runs or a reason', async () => {
    const { cells } = await readWaysIn();
    const [first] = cells.filter(({ cell }) => typeof cell === 'object');
    const missing = { way: 'a', attack: 'b', cell: { ...first.cell, test: 'is not there' } };
    const empty = { way: 'c', attack: 'd', cell: 'not applicable: ' };
    expect(matrixProblems({ cells: [...cells, missing, empty] })).toEqual([
      `a, 'b': ${first.cell.file} has no test "is not there"`,
      `c, 'd' says "not applicable: "`,
    ]);
  });
});
