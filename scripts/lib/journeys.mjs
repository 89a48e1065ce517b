import path from 'node:path';

/** How many journeys a file has at most because of what imports it. */
export const MOST_JOURNEYS = 6;

/**
 * Words of folders and files whose journeys have another name: a feature is called differently there, or has journeys of several names.
 * A key is the end of a path without its file type; an empty row says that a word is no feature. A journey is named by its path in `e2e`; `*` stands for further words of its name.
 */
export const WORDS = {
  aa: ['smartAccount*'],
  about: ['account'],
  analytics: ['gateway'],
  'apps/canary': ['production/guide'],
  'apps/demo': ['demo'],
  'apps/dev-bundler': ['smartAccount*'],
  'apps/dev-idp': ['social*'],
  'apps/offline-tool': ['frame/offlineTool'],
  balances: ['account'],
  'bitcoin-regtest': ['bitcoin', 'payBitcoin'],
  'bitcoin/account': ['bitcoin'],
  'calls/commonErrors': ['gateway'],
  canaries: ['production/guide'],
  chainAccess: ['frame/methods'],
  connection: ['connect', 'connectLoading', 'reload'],
  convert: ['swap*'],
  'core/createLatchkit': ['reload', 'idle', 'isolation/offline'],
  'core/project': ['remoteFeatures', 'config'],
  'core/start': ['reload', 'idle', 'isolation/offline'],
  'core/wallets': ['connect', 'multiWallet'],
  custody: ['frame/account', 'emailResume'],
  'demo/src/wallet': ['demoWallet*'],
  deploy: ['production/guide'],
  directory: ['allWallets'],
  durability: ['frame/offlineTool'],
  email: ['emailLogin', 'emailAddress', 'emailResume', 'emailTakeover'],
  embedded: ['emailLogin', 'walletPageFrame', 'approvals', 'tabs'],
  'embedded/frame': ['frame/handshake', 'frame/pinnedFrame', 'frame/wrongSetups', 'walletPageFrame'],
  embeddedWallet: ['emailLogin', 'walletPageFrame', 'tabs'],
  evm: ['connect', 'multiWallet', 'requests'],
  'evm/calls': ['smartAccountPhone', 'swap'],
  'evm/discovery': ['isolation/announcements', 'isolation/wallets', 'multiWallet'],
  'evm/sessions': ['permissions', 'grantedPermissions'],
  'evm/wagmi': ['isolation/wagmi', 'connect'],
  'evm/wallets': ['isolation/wallets'],
  farcaster: ['socialProviders'],
  'frame/src/account': ['frame/account', 'frame/newDevice', 'frame/waysIn'],
  'frame/src/approvals': ['frame/approval', 'frame/gate', 'frame/guards', 'frame/touch', 'approvals'],
  'frame/src/chains': ['frame/methods'],
  'frame/src/host': ['frame/handshake', 'frame/messages'],
  'frame/src/page': ['frame/messages', 'frame/methods'],
  'frame/src/prepare': ['frame/approval', 'approvals'],
  'frame/src/review': ['frame/tones', 'approvals'],
  'frame/src/screen': ['frame/approval', 'frame/tones', 'frame/touch'],
  'frame/src/worker': ['frame/pinnedFrame'],
  history: ['activity'],
  identity: ['account'],
  keyring: ['frame/account', 'frame/protectedLogins'],
  mail: ['mails'],
  networks: ['network'],
  passkeys: ['portal/protection', 'frame/protectedLogins'],
  payments: ['pay*'],
  permissions: ['permissions', 'grantedPermissions'],
  polkadot: ['fourNamespaces'],
  'polkadot/account': ['fourNamespaces'],
  'portal/logins': ['portal/portal', 'portal/providers'],
  profile: ['names'],
  'project/chains': ['gateway'],
  'project/names': ['account'],
  'project/projects': ['remoteFeatures', 'gateway'],
  'protocol/frame': ['frame/handshake', 'frame/messages', 'frame/window'],
  'react/index': ['visitors', 'visitorSteps', 'isolation/ssr'],
  'react/LatchkitModal': ['visitors', 'isolation/placement'],
  'react/LatchkitProvider': ['visitors', 'isolation/ssr'],
  receive: ['account'],
  relay: ['walletConnect*'],
  'review/evm': ['frame/tones', 'approvals'],
  'review/messages': ['frame/tones', 'approvals'],
  server: ['gateway', 'gatewayKilled'],
  'service/auth': ['emailLogin', 'visitors'],
  'service/mailbox': ['frame/mailbox'],
  'service/pages': ['frame/servedPages'],
  'service/portal': ['portal/portal', 'portal/screens'],
  'service/signIn': ['email*'],
  siwx: ['signIn', 'docs'],
  smartAccounts: ['smartAccount*'],
  'solana-devnet': ['solana', 'sendSolana', 'paySolana'],
  'sources/bitcoin': ['activity'],
  'sources/solana': ['activity'],
  'src/commands': ['gateway'],
  'src/portal': ['portal/portal', 'portal/screens'],
  'src/smartAccount': ['smartAccount*'],
  testing: ['docsTesting'],
  'theme/tabs': ['account'],
  transactions: ['activity', 'send'],
  vault: ['emailLink', 'frame/protectedLogins', 'portal/protection'],
  'vault/pages': ['emailLink', 'frame/servedPages'],
  wallet: [],
  walletActions: ['requests'],
  walletconnect: ['walletConnect*'],
  waysIn: ['frame/waysIn'],
  windowChannel: ['frame/window', 'frame/mailbox', 'frame/sibling', 'frame/manageWallet'],
};

/**
 * Folders of shared code with journeys of their own, which are about no feature. They apply to the files that have no feature's name.
 */
export const SHARED = {
  'apps/frame': ['frame/handshake', 'frame/servedPages'],
  'frame/src': ['frame/handshake', 'frame/servedPages'],
  'core/kernel': ['reload', 'tabs', 'isolation/instances'],
  'core/modal': ['account', 'isolation/placement'],
  'gateway/src': ['gateway'],
  'packages/gateway': ['gateway'],
  'packages/latchkit': ['opening', 'isolation/ssr'],
  'platform/adapters': ['gateway', 'gatewayKilled'],
  'react/buttons': ['connect', 'account'],
  'react/hooks': ['visitors', 'isolation/ssr'],
  'react/locales': ['screens', 'connectLayout'],
  'react/modal': ['isolation/dialogs', 'isolation/placement', 'isolation/sheet', 'accessibility'],
  'react/mount': ['opening', 'connectLoading', 'isolation/instances', 'isolation/ssr'],
  'react/theme': ['screens', 'accessibility', 'isolation/csp', 'isolation/hostileCss', 'lab'],
};

/** Whether a file is a journey, but not one in other browsers. */
export const isJourney = file => /^e2e\/(?!browsers\/).*\.test\.(ts|tsx|mjs)$/.test(file);

/** Returns whether a path ends with these folders. */
const endsWith = (place, end) => place === end || place.endsWith(`/${end}`);

/** Returns the row of a table with the longest key that the path ends with. */
const rowOf = (table, place) =>
  Object.keys(table)
    .filter(key => endsWith(place, key))
    .sort((one, other) => other.length - one.length)
    .map(key => table[key])[0];

/**
 * Lists the folders around a file, the innermost first, up to its package. `isNamed`: whether the folder's name says what the file is
 * about, unlike that of a package around `src`.
 */
function foldersOf(file) {
  const parts = path.posix.dirname(file).split('/');
  const places = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return places
    .filter(place => !/^(packages|apps)$/.test(place))
    .map((place, index) => ({
      place,
      isNamed: index === 0 || !/\/src\//.test(file) || !/^(packages|apps)\/[^/]+(\/src)?$/.test(place),
    }));
}

/**
 * Creates a function that returns the journeys of a file of the product: those that its folder's or its own name selects, or else those of
 * the features that import it, at most six, the nearest.
 *
 * @param {readonly string[]} files all files of the repository
 * @param {{ importersOf(file: string): readonly string[] }} graph see `importGraph`, with types
 * @returns {(file: string) => string[]}
 */
export function journeysBy(files, graph) {
  const byName = new Map(
    files.filter(isJourney).map(file => [file.replace(/^e2e\/|\.test\.\w+$/g, ''), file]),
  );
  const names = [...byName.keys()].sort();
  const rooms = new Set(names.map(name => path.posix.dirname(name)));

  /** Returns the journeys whose name begins with a word. */
  const beginning = word =>
    names.filter(name => name.startsWith(word) && /^($|[A-Z])/.test(name.slice(word.length)));

  function expand(row) {
    return row.flatMap(name => {
      const found = name.endsWith('*') ? beginning(name.slice(0, -1)) : names.filter(one => one === name);
      if (found.length === 0)
        throw new Error(`scripts/lib/journeys.mjs names a journey that does not exist: ${name}`);
      return found;
    });
  }

  /** Returns the journeys that are named as a folder or file. Those of the wallet page and the portal have folders of their own. */
  function named(place) {
    const parts = place.split('/');
    const word = parts.pop();
    const room = parts.findLast(part => rooms.has(part));
    return beginning(room === undefined ? word : `${room}/${word}`);
  }

  /** Returns the journeys of the innermost folder that has some, or else those of the file's name, or else those of shared code. */
  function own(file) {
    const folders = foldersOf(file);
    const stem = path.posix.join(path.posix.dirname(file), path.posix.basename(file).split('.')[0]);
    for (const { place, isNamed } of [...folders, { place: stem, isNamed: true }]) {
      const row = rowOf(WORDS, place);
      const ofName = isNamed ? named(place) : [];
      const found = row === undefined ? ofName : expand(row);
      if (found.length > 0) return found;
    }
    return folders
      .filter(({ isNamed }) => isNamed)
      .map(({ place }) => expand(rowOf(SHARED, place) ?? []))
      .reduce((inner, outer) => (inner.length > 0 ? inner : outer), []);
  }

  /** Returns the journeys of the files that import a file, the nearest first, then those that more of them have. */
  function ofImporters(file) {
    const chosen = new Set();
    const seen = new Set([file]);
    for (let level = [file]; level.length > 0 && chosen.size < MOST_JOURNEYS; ) {
      const next = new Set(level.flatMap(one => graph.importersOf(one)).filter(isProduct));
      const found = [...next].filter(one => !seen.has(one)).map(one => ({ one, journeys: own(one) }));
      for (const { one } of found) seen.add(one);
      for (const name of byFrequency(found.flatMap(({ journeys }) => journeys)))
        if (chosen.size < MOST_JOURNEYS) chosen.add(name);
      // What imports a feature has journeys for other reasons.
      level = found.filter(({ journeys }) => journeys.length === 0).map(({ one }) => one);
    }
    return [...chosen];
  }

  return file => {
    if (!isProduct(file)) return [];
    const found = own(file);
    return (found.length > 0 ? found : ofImporters(file)).map(name => byName.get(name));
  };
}

/** Returns the different names of a list, the most frequent first. */
function byFrequency(list) {
  const counts = new Map();
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
    .map(([name]) => name);
}

/** Whether a file is of the product: not documentation, a test or its support. */
export const isProduct = file =>
  /^(packages|apps|deploy)\//.test(file) &&
  !/\.test(-d|-support)?\.\w+$|\.md$|\/LICENSE$/.test(file) &&
  !/^packages\/[^/]+\/(test|hostTypes|scripts)\//.test(file) &&
  !/\/testSupport\//.test(file);
