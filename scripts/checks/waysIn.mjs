import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findTests } from '../lib/findTests.mjs';
import { inRoot } from '../lib/paths.mjs';
import { readWaysIn } from '../lib/readWaysIn.mjs';
import { usesOfWays } from '../lib/usesOfWays.mjs';
import { waysInPage } from '../lib/waysInPage.mjs';

const WALLET = 'packages/gateway/src/wallet';
const PAGE = 'docs/security/ways-in.md';

/** Functions that write or sign without a way, and why they give nothing. */
const HARMLESS = {
  'canaries/canaryMails.ts#vaultCanaryMail': 'Asks the vault for a mail of a canary.',
  'durability/housekeeping.ts#cleanStore': 'Deletes what has ended.',
  'durability/sendMirror.ts#put': 'Sends encrypted rows to the other store.',
  'service/auth/freezes.ts#freezeLink': 'Asks the vault for a link.',
  'service/auth/sessions.ts#sessionTokens': 'Signs for a session that was added or renewed with its way.',
  'service/auth/sessions.ts#endSession': 'Ends a session.',
  'service/auth/sessions.ts#endOtherSessions': 'Ends sessions.',
  'service/auth/sessions.ts#endSessionsOf': 'Ends sessions.',
  'service/auth/sessions.ts#endSessionsWithoutSet': 'Ends sessions.',
  'service/auth/users.ts#addIdentity':
    'Adds the first address of a user who is new; changes go through `changeAddress`.',
  'service/custody/custody.ts#committed': 'Says which version of the share is in force.',
  'service/custody/moveReminders.ts#sendMoveReminders': 'Notes that a mail was sent.',
  'service/custody/wallets.ts#setPreferredAccount': 'Chooses which address pages see first.',
  'service/signIn/emailSignIn.ts#startToken': 'Starts a way.',
  'service/signIn/verifyCode.ts#receipt': 'Says to the vault that the code was correct.',
  'service/social/redeemSocialSignIn.ts#authReceiptOf':
    'Says to the vault that the provider confirmed the identity.',
  'service/social/redeemSocialSignIn.ts#sealEvidence': 'What the vault verifies again.',
  'service/social/socialUsers.ts#userOfSocialIdentity':
    'Adds the identity of a user who is new, and its profile.',
  'service/socialRepair.ts#socialRepair': 'Ends sessions and withdraws shares, at an upgrade.',
  'service/walletMigrations.ts#walletMigrations': 'Changes the tables of earlier versions.',
  'shared/changeTokens.ts#signChange': 'A word about a change that both services hold.',
  'shared/drillCalls.ts#drillHeaders':
    'Lets a drill count by itself: it opens nothing that another caller may not open.',
  'shared/walletOrders.ts#signOrder':
    'An order of the wallet service; what the vault does with it has a way.',
  'vault/approvals.ts#keepApproval': 'A request that nobody has approved.',
  'vault/freezes.ts#grantOf': 'Tells the wallet service that a link was used.',
  'vault/passkeys.ts#requirePasskey': 'Counts the use of a passkey.',
  'vault/protection.ts#refuseKnownWallet': 'Deletes drafts that nobody committed.',
  'vault/recovery.ts#recoveryReceiptOf': 'Says that a share is stored.',
  'vault/subjects.ts#openSubject': 'Adds a subject that is new.',
  'vault/waitingRecoveries.ts#endWait': 'Ends a wait whose wallet was opened.',
  'vault/waitingRecoveries.ts#startWait': 'Starts a wait.',
};

/**
 * Compares the record of ways in with the code and with the calls of the services.
 *
 * @param {Pick<Awaited<ReturnType<typeof readWaysIn>>, 'ways' | 'steps' | 'calls'>} record
 * @param {ReturnType<typeof usesOfWays>} found
 * @param {Readonly<Record<string, string>>} [harmless]
 */
export function waysInProblems({ ways, steps, calls }, { uses, unnamed, problems }, harmless = HARMLESS) {
  const stated = Object.values(ways).flatMap(({ id, by }) => by.map(one => `${one} ${id}`));
  const used = new Set(uses.map(({ by, way }) => `${by} ${way}`));
  const ends = new Set(Object.values(ways).map(row => row.ends));
  const ofServices = Object.keys(calls).filter(name => calls[name].service !== 'G');
  return [
    ...problems,
    ...[...used].filter(one => !stated.includes(one)).map(one => `No row says: ${one}`),
    ...stated
      .filter(one => !isElsewhere(one) && !used.has(one))
      .map(one => `A row says ${one}, and the function does not use it`),
    ...stated
      .filter(one => isElsewhere(one) && !declares(one))
      .map(one => `A row names what is not there: ${one}`),
    ...unnamed
      .filter(({ by }) => !Object.hasOwn(harmless, by))
      .map(({ by, what }) => `${by} writes, releases or signs ${what} without a way`),
    ...Object.keys(harmless)
      .filter(by => !unnamed.some(one => one.by === by))
      .map(by => `${by} is listed as harmless and writes nothing`),
    ...ofServices
      .filter(name => ends.has(name) === Object.hasOwn(steps, name))
      .map(name => `${name} has to complete a way, or to be a step that gives nothing: one of the two`),
    ...[...ends, ...Object.keys(steps)]
      .filter(name => /^\w+Call$/.test(name) && calls[name] === undefined)
      .map(name => `There is no call ${name}`),
  ];
}

/** Rows of the wallet page and of other services name functions outside of the wallet's folder. */
const isElsewhere = one => /^(?:apps|packages)\//.test(one);

function declares(stated) {
  const [file, name] = stated.split(' ')[0].split('#');
  if (!existsSync(inRoot(file))) return false;
  const text = readFileSync(inRoot(file), 'utf8');
  return new RegExp(`(?:function|const) ${name}\\b`).test(text);
}

/**
 * Lists the cells of the matrix whose test is not there or does not run, and those that say nothing.
 *
 * @param {Pick<Awaited<ReturnType<typeof readWaysIn>>, 'cells'>} record
 */
export function matrixProblems({ cells }) {
  const files = new Map();
  const testsOf = file => {
    if (!files.has(file))
      files.set(file, existsSync(inRoot(file)) ? findTests(file, readFileSync(inRoot(file), 'utf8')) : []);
    return files.get(file);
  };
  return cells.flatMap(({ way, attack, cell }) => {
    const place = `${way}, '${attack}'`;
    if (typeof cell === 'string')
      return /^(?:not applicable|residual risk): \S/.test(cell) ? [] : [`${place} says "${cell}"`];
    const found = testsOf(cell.file).find(({ title, isTest }) => isTest && isTitle(title, cell.test));
    if (found === undefined) return [`${place}: ${cell.file} has no test "${cell.test}"`];
    return [undefined, 'full'].includes(found.mark)
      ? []
      : [`${place}: "${cell.test}" is marked ${found.mark}`];
  });
}

/** Whether a title, which may have places for values, is this one. */
const isTitle = (title, asked) =>
  title === asked ||
  (title.includes('%s') &&
    new RegExp(`^${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('%s', '.+')}$`).test(asked));

/** Checks the record of ways in, and that docs/security/ways-in.md was generated from it. */
export const waysIn = {
  name: 'ways in',
  async check({ update = false, found = usesOfWays(WALLET) } = {}) {
    const record = await readWaysIn();
    const failures = [...waysInProblems(record, found), ...matrixProblems(record)];
    const text = waysInPage(record);
    if (update) {
      mkdirSync(inRoot('docs/security'), { recursive: true });
      writeFileSync(inRoot(PAGE), text);
    } else if (!existsSync(inRoot(PAGE)) || readFileSync(inRoot(PAGE), 'utf8') !== text)
      failures.push(`${PAGE} is out of date. Run npm run check -- --update --only "ways in"`);
    return { ok: failures.length === 0, text: failures.join('\n') };
  },
};
