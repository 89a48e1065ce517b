import { existsSync } from 'node:fs';
import path from 'node:path';
import { importGraph } from './importGraph.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * The journey that covers each part of the product. Journeys drive the built product, so no import links them to the sources.
 * The first matching pattern applies; `$1` is its captured group.
 */
const JOURNEYS = [
  [/^packages\/latchkit\/src\/react\/views\/send\/(leaveT|[tT])ransaction/, 'activity'],
  [
    /^packages\/latchkit\/src\/react\/views\/(account|activity|allWallets|connect|network|send|signIn)\//,
    '$1',
  ],
  [/^packages\/latchkit\/src\/react\/views\/about\//, 'account'],
  [/^packages\/latchkit\/src\/react\/views\/approve\//, 'approveView'],
  [
    /^packages\/latchkit\/src\/react\/views\/email\/(Update|update|useEmailUpdate|change|leave)/,
    'emailAddress',
  ],
  [/^packages\/latchkit\/src\/react\/views\/email\//, 'emailLogin'],
  [
    /^packages\/latchkit\/src\/react\/views\/walletConnect\/(Delivery|RequestDelivery|WalletRequest)/,
    'walletConnectPhone',
  ],
  [/^packages\/latchkit\/src\/react\/views\/walletConnect\//, 'walletConnect'],
  [/^packages\/latchkit\/src\/react\/views\/receive\//, 'account'],
  [/^packages\/latchkit\/src\/react\/views\//, 'connect'],
  [/^packages\/latchkit\/src\/react\/(modal|primitives|runtime|theme)\//, 'isolation/dialogs'],
  [/^packages\/latchkit\/src\/react\//, 'connect'],
  [/^packages\/latchkit\/src\/core\/(activity|send|signIn)\//, '$1'],
  [/^packages\/latchkit\/src\/core\/directory\//, 'allWallets'],
  [/^packages\/latchkit\/src\/core\/walletConnect\/(followRequests|openWalletLink)/, 'walletConnectPhone'],
  [/^packages\/latchkit\/src\/(core\/)?wallet[cC]onnect\//, 'walletConnect'],
  [/^packages\/latchkit\/src\/(core\/)?embedded(Wallet)?\//, 'emailLogin'],
  [/^packages\/latchkit\/src\/solana\//, 'solana'],
  [/^packages\/latchkit\/src\/(bitcoin|polkadot)\//, 'fourNamespaces'],
  [/^packages\/latchkit\/src\/siwx\//, 'signIn'],
  [/^packages\/latchkit\/src\/(core|evm)\//, 'connect'],
  [/^packages\/gateway\/src\/project\/relay\//, 'walletConnect'],
  [/^packages\/gateway\/src\/wallet\/shared\/mail\//, 'mails'],
  [/^packages\/gateway\/src\/wallet\/vault\//, 'emailLink'],
  [/^packages\/gateway\/src\/wallet\//, 'emailLogin'],
  [/^packages\/gateway\/src\//, 'gateway'],
  [/^apps\/frame\/src\/(approvals|prepare|review|screen)\//, 'approvals'],
  [/^apps\/frame\/src\/windowChannel\/\w*mail/i, 'frame/mailbox'],
  [/^apps\/frame\/src\/window/, 'frame/window'],
  [/^apps\/frame\/src\/(account|worker)\//, 'frame/account'],
  [/^packages\/keyring\/src\//, 'frame/account'],
  [/^apps\/frame\//, 'frame/messages'],
  [/^apps\/demo\/src\/wallet\//, 'demoWallet'],
  [/^apps\/demo\//, 'demo'],
  [/^apps\/solana-devnet\//, 'solana'],
  [/^apps\/bitcoin-regtest\//, 'fourNamespaces'],
];

/**
 * Files that assemble a product of its parts: a test that imports one imports the whole product. A change of a part selects the tests
 * of the part and of the files that import it, and a journey, rather than every test of the product. A change in the folder of such a
 * file selects every test that imports the file.
 */
export const WHOLES = [
  'packages/gateway/src/project/createGateway.ts',
  'packages/gateway/src/server/openProject.ts',
  'packages/gateway/src/server/startServer.ts',
  'packages/gateway/src/server/startWallet.ts',
  'packages/gateway/src/wallet/createWalletServices.ts',
  'packages/latchkit/src/react/mount/views.ts',
  'packages/latchkit/src/walletconnect/walletConnect.ts',
];

const UNIT = /^((packages|apps)\/[^/]+\/src\/.*|(scripts|bench)\/.*)\.test\.(ts|tsx|mjs)$/;
const JOURNEY = /^e2e\/.*\.test\.(ts|tsx|mjs)$/;
/** Files that affect every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|e2e\/vitest\.config\.ts|tsconfig\.base\.json)$/;
const isTest = file => /\.test(-d|-support)?\.\w+$/.test(file);

/** Returns the journey for a changed product file, or undefined if it has none or belongs to a test. */
export function journeyOf(file) {
  if (isTest(file) || /^packages\/[^/]+\/test\//.test(file)) return undefined;
  for (const [pattern, name] of JOURNEYS) {
    const found = pattern.exec(file);
    if (found !== null) return `e2e/${name.replace('$1', found[1])}.test.ts`;
  }
  return undefined;
}

const folderOf = file => path.posix.dirname(file);

/** Returns the files that a change reaches, through a file of {@link WHOLES} only to tests in the folder of the change. */
function filesReached(graph, changed) {
  const isOpen = whole => changed.some(file => folderOf(file) === folderOf(whole));
  const wholes = WHOLES.filter(whole => !isOpen(whole));
  const near = graph.reachedBy(changed, file => wholes.includes(file));
  const inFolder = [...graph.reachedBy(changed)].filter(file =>
    changed.some(one => folderOf(one) === folderOf(file)),
  );
  return new Set([...near, ...inFolder]);
}

/** Returns the test next to a file: `x.test.ts` of `x.ts`. */
const testNextTo = (file, known) =>
  ['ts', 'tsx', 'mjs'].map(type => file.replace(/\.\w+$/, `.test.${type}`)).find(test => known.has(test));

/**
 * Returns the tests that a change affects: the unit tests that import a changed file, or are next to a file that does, and the
 * journeys that cover it.
 *
 * @param {readonly string[]} changed paths from the root of the repository
 * @param {readonly string[]} files all files of the repository
 * @param {(file: string) => string} [read] returns the text of a file
 * @returns {{ unit: string[], journeys: string[], everything: boolean }}
 */
export function affectedTests(changed, files, read) {
  const graph = importGraph(files, read);
  const known = new Set(files);
  const reached = filesReached(graph, changed);
  const nextTo = [...reached]
    .filter(file => !WHOLES.includes(file) || changed.includes(file))
    .map(file => testNextTo(file, known))
    .filter(test => test !== undefined);
  const ofJourneys = graph.reachedBy(changed.filter(file => file.startsWith('e2e/')));
  const mapped = changed.map(journeyOf).filter(file => file !== undefined);
  const missing = mapped.filter(file => !known.has(file));
  if (missing.length > 0)
    throw new Error(`scripts/lib/affected.mjs names a journey that does not exist: ${missing[0]}`);
  return {
    unit: [...new Set([...reached, ...nextTo])].filter(file => UNIT.test(file) && known.has(file)).sort(),
    journeys: [
      ...new Set([...mapped, ...[...ofJourneys].filter(file => JOURNEY.test(file) && known.has(file))]),
    ].sort(),
    everything: changed.some(file => EVERYTHING.test(file)),
  };
}

const lines = async (...args) => {
  const { code, output } = await run('git', args, { quiet: true });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter(Boolean);
};

/** Lists all files of the working tree that git tracks or would add. */
export const allFiles = async () =>
  (await lines('ls-files', '--cached', '--others', '--exclude-standard')).filter(file =>
    existsSync(inRoot(file)),
  );

/**
 * Lists the files that differ from a commit, including uncommitted ones.
 *
 * @param {string} [since] default: the merge base with `main`
 */
export async function changedFiles(since) {
  const base = since ?? (await lines('merge-base', 'HEAD', 'main').catch(() => ['HEAD']))[0];
  const [tracked, untracked] = await Promise.all([
    lines('diff', '--name-only', base),
    lines('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...tracked, ...untracked];
}
