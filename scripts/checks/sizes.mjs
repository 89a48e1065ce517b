import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliSize, buildHost, filesOf, staticClosure, wantedClosure } from '../lib/buildHost.mjs';
import { esbuildFirstLoad } from '../lib/esbuildFirstLoad.mjs';
import { inRoot } from '../lib/paths.mjs';

const kB = 1_000;

/** Budgets that guides state, in bytes; `scripts/guides.test.mjs` compares them. */
export const LIMITS = {
  button: 16.5 * kB,
  buttonByEsbuild: 18.8 * kB,
  connect: 45.5 * kB,
  everything: 64 * kB,
  files: 6,
};

const connect = ['core/opening', 'react/connect', 'evm/evmConnect', 'solana/solanaConnect'];

/**
 * The chunks that a page loads after the first load until the Connect view is complete. e2e/opening.test.mjs checks in a browser that
 * the pages load exactly these.
 */
const chunksOf = host =>
  ({
    'latchkit-wagmi': connect,
    // All features are enabled, so this includes the project's services and the email field.
    'latchkit-full': [...connect, 'core/services', 'react/views/email/emailViews'],
  })[host] ?? [...connect, 'evm/wagmi/createOwnConfig'];

/** Matches manifest keys of the named chunks. A chunk that the bundler merged with a package has only its base name. */
const isOneOf = names => key =>
  names.some(name => key.endsWith(`/${name}.js`) || key.startsWith(`_${path.posix.basename(name)}-`));

/** Returns the files of a page's first load, and the further files that it loads to paint the Connect view. */
export function loadedFiles(manifest, host) {
  const isWanted = isOneOf(chunksOf(host));
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  const first = filesOf(manifest, staticClosure(manifest, entry));
  const opened = filesOf(manifest, wantedClosure(manifest, entry, isWanted)).filter(
    file => !first.includes(file),
  );
  return { first, opened };
}

/** Strings that identify the code that discovers the wallets of each namespace, and the code that creates the wallet page's iframe. */
const solanaMark = 'wallet-standard:';
const bitcoinMark = 'btc_providers';
const polkadotMark = 'injectedWeb3';
const embeddedMark = 'allow-popups-to-escape-sandbox';

/** Returns the size in bytes of a page's files that contain a string. */
function bytesWith(mark, { outDir, manifest }) {
  return filesOf(manifest, Object.keys(manifest))
    .filter(file => readFileSync(path.join(outDir, file), 'utf8').includes(mark))
    .reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

/** Returns the bytes that a page with a gateway loads for an email login: the code that talks to the wallet page. */
function embeddedBytes({ outDir, manifest }) {
  const keys = pattern => Object.keys(manifest).filter(key => pattern.test(key));
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  // The parser of gateway responses is already loaded by then.
  const before = [...entry, ...keys(/[/_]services[-.]/)];
  const loaded = new Set(filesOf(manifest, staticClosure(manifest, before)));
  // Social logins load later; the parts that they share with email login are in this chunk.
  const login = keys(/\/embedded\/kit\/kitParts\./);
  if (login.length === 0) throw new Error('No chunk has the code of the embedded wallet');
  return filesOf(manifest, staticClosure(manifest, login))
    .filter(file => !loaded.has(file))
    .reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

/**
 * Returns the bytes that an adapter adds until one of its wallets is picked, with what adapters share.
 *
 * @param floor the first load of the host with the EVM adapter, whose part of it is about as small
 */
function adapterBytes({ outDir, manifest }, layer, floor) {
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  const first = filesOf(manifest, staticClosure(manifest, entry));
  const keys = Object.keys(manifest).filter(key => new RegExp(`/${layer}/${layer}Connect\\.`).test(key));
  if (keys.length === 0) throw new Error(`No chunk finds and connects the wallets of ${layer}`);
  const weigh = files => files.reduce((sum, file) => sum + brotliSize(outDir, file), 0);
  const opening = Object.keys(manifest).filter(isOneOf(['core/opening', 'react/connect']));
  const loaded = new Set(filesOf(manifest, staticClosure(manifest, [...entry, ...opening])));
  const own = filesOf(manifest, staticClosure(manifest, keys)).filter(file => !loaded.has(file));
  return Math.max(0, weigh(first) - floor) + weigh(own);
}

/** Returns what each lazy part of the Solana adapter adds, in the order in which a visitor needs them. */
function solanaParts({ outDir, manifest }) {
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  const loaded = new Set(filesOf(manifest, staticClosure(manifest, entry)));
  const parts = [
    ['finding wallets, and connecting', /\/solana\/solanaConnect\./],
    ['balance and waiting', /\/solana\/chain\/createChainReads\./],
    ['signing and sending', /\/solana\/engine\/createWalletRequests\./],
    ['payments', /\/solana\/chain\/(createTransfers|buildTransfer)\./],
  ];
  return parts.map(([name, pattern]) => {
    const keys = Object.keys(manifest).filter(key => pattern.test(key) && manifest[key].isDynamicEntry);
    const files = filesOf(manifest, staticClosure(manifest, keys)).filter(file => !loaded.has(file));
    for (const file of files) loaded.add(file);
    return { name, bytes: files.reduce((sum, file) => sum + brotliSize(outDir, file), 0) };
  });
}

/** Returns the bytes that the wallet page loads until it is ready: the page and its assets. The keyring's Worker loads at sign-in. */
function framePageBytes() {
  const outDir = inRoot('apps/frame/dist');
  const page = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  const named = [...page.matchAll(/ (?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  return ['index.html', ...named].reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

/**
 * Returns the bytes of the portal: of its first screen in the language with the longest texts, and of everything in all languages.
 * React and the keyring's Worker are not counted.
 */
function portalBytes() {
  const outDir = inRoot('apps/frame/dist');
  const read = file => readFileSync(path.join(outDir, file), 'utf8');
  const importsOf = (file, pattern) => [...read(file).matchAll(pattern)].map(([, name]) => `assets/${name}`);
  const weigh = files => files.reduce((sum, file) => sum + brotliSize(outDir, file), 0);
  const isCounted = file => !/assets\/(react|keyringWorker)-/.test(file);
  const named = [...read('me.html').matchAll(/ (?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const first = ['me.html', ...named].filter(isCounted);
  const all = new Set(first);
  for (const file of all) {
    if (!file.endsWith('.js')) continue;
    for (const found of importsOf(file, /["'`]\.\/([\w.-]+\.(?:js|css))["'`]/g))
      if (isCounted(found)) all.add(found);
  }
  // The texts of the login page are the smaller one of a language's two files.
  const texts = ['en', 'de', 'ar'].map(locale => {
    const files = [...all].filter(file => file.startsWith(`assets/${locale}-`)).map(file => weigh([file]));
    return Math.min(...files);
  });
  return { first: weigh(first) + Math.max(...texts), all: weigh([...all]) };
}

/** Returns what the button adds to React's first load with esbuild, which splits code by file, not by export. */
async function esbuildButton() {
  const [host, floor] = await Promise.all(['latchkit', 'floor-react'].map(esbuildFirstLoad));
  return host - floor;
}

function measure({ name, outDir, manifest }) {
  const weigh = files => files.reduce((sum, file) => sum + brotliSize(outDir, file), 0);
  const { first, opened } = loadedFiles(manifest, name);
  return { first: weigh(first), files: first.length, opening: weigh(opened), openedFiles: opened.length };
}

const format = bytes => `${(bytes / kB).toFixed(1)} kB`;

/** Builds the host pages and compares their sizes with the budgets. */
export async function measureSizes() {
  const names = ['floor-react', 'floor-wagmi', 'latchkit', 'latchkit-wagmi', 'latchkit-solana'];
  const built = {};
  for (const name of [
    ...names,
    'latchkit-bitcoin',
    'latchkit-polkadot',
    'latchkit-walletconnect',
    'latchkit-embedded',
    'latchkit-gateway',
    'latchkit-full',
  ])
    built[name] = await buildHost(name);
  const hosts = Object.fromEntries(names.map(name => [name, measure(built[name])]));
  const full = measure(built['latchkit-full']);
  const portal = portalBytes();
  const over = (host, floor) => hosts[host].first - hosts[floor].first;
  const budgets = [
    // 15 kB until errors say what to do, wrong settings end at once, and views of features that are off are refused; 16 kB until it told
    // what the configuration lacks, loaded again when back online, and knew hosts without wallets and gateways under a path.
    { name: 'button over React alone', bytes: over('latchkit', 'floor-react'), limit: LIMITS.button },
    {
      name: 'button over React, wagmi and viem',
      bytes: over('latchkit-wagmi', 'floor-wagmi'),
      limit: LIMITS.button,
    },
    {
      name: 'more to the painted Connect view',
      bytes: hosts['latchkit-wagmi'].opening,
      limit: LIMITS.connect,
    },
    { name: 'more to Connect without wagmi', bytes: hosts.latchkit.opening, limit: LIMITS.connect },
    {
      name: 'button of Solana over React alone',
      bytes: over('latchkit-solana', 'floor-react'),
      limit: LIMITS.button,
    },
    // 62.5 kB until it said what a configuration lacks and that the browser is offline, and took the time from the gateway.
    { name: 'everything on, more to Connect', bytes: full.opening, limit: LIMITS.everything },
    { name: 'everything on, more files', count: full.openedFiles, limit: LIMITS.files },
    { name: 'more to Connect on Solana', bytes: hosts['latchkit-solana'].opening, limit: LIMITS.connect },
    // All of WalletConnect except the verification of one-click signatures, switches to other chains and reads of nodes, which load on use.
    // 32.5 kB until it kept over reloads what it says while the relay is away, and whom it still has to refuse.
    {
      name: 'WalletConnect, with what it needs',
      bytes: measure(built['latchkit-walletconnect']).first,
      limit: 33 * kB,
    },
    {
      name: 'email login, beside a gateway',
      bytes: embeddedBytes(built['latchkit-embedded']),
      limit: 25 * kB,
    },
    {
      name: 'Bitcoin, until a wallet is picked',
      bytes: adapterBytes(built['latchkit-bitcoin'], 'bitcoin', hosts.latchkit.first),
      limit: 20 * kB,
    },
    {
      name: 'Polkadot, until a wallet is picked',
      bytes: adapterBytes(built['latchkit-polkadot'], 'polkadot', hosts.latchkit.first),
      limit: 20 * kB,
    },
    { name: 'Bitcoin in a host without it', bytes: bytesWith(bitcoinMark, built.latchkit), limit: 0 },
    { name: 'Polkadot in a host without it', bytes: bytesWith(polkadotMark, built.latchkit), limit: 0 },
    { name: 'Solana in a host without it', bytes: bytesWith(solanaMark, built.latchkit), limit: 0 },
    { name: 'email login in a host without it', bytes: bytesWith(embeddedMark, built.latchkit), limit: 0 },
    // 2.4 kB more than by Rollup: esbuild loads the whole file that a first load needs a part of.
    { name: 'button over React, by esbuild', bytes: await esbuildButton(), limit: LIMITS.buttonByEsbuild },
    // 120 kB until reviews named the site by its icon, asked for no needless scrolling, and calls had limits of gas; 121.5 kB until they
    // said of scaled tokens what is shown and what moves, in three languages; 123.2 kB until they said what a batch leaves of access, and
    // what leaves a Solana account without an amount in the bytes.
    { name: 'wallet page until it is ready', bytes: framePageBytes(), limit: 125.5 * kB },
    { name: 'first screen of the portal', bytes: portal.first, limit: 50 * kB },
    // 100 kB until the page of permissions, 107 kB until the steps of logins, freezes and moves said more, 109 kB until logins of
    // Activity opened to their steps, and browsers without `AbortSignal.any` could use it.
    { name: 'everything of the portal', bytes: portal.all, limit: 112 * kB },
  ];
  return { hosts, budgets, solana: solanaParts(built['latchkit-solana']) };
}

export const sizes = {
  name: 'sizes',
  /** Counts one test per budget. */
  async check() {
    const { hosts, budgets, solana } = await measureSizes();
    const pages = Object.entries(hosts).map(
      ([name, { first, files, opening }]) =>
        `  ${name.padEnd(36)} ${format(first).padStart(9)} in ${files} files, ${format(opening)} more to Connect`,
    );
    const isOver = ({ bytes, count = bytes, limit }) => count > limit;
    const lines = budgets.map(budget => {
      const { name, bytes, count, limit } = budget;
      const [value, most] = bytes === undefined ? [`${count} files`, limit] : [format(bytes), format(limit)];
      return `  ${isOver(budget) ? 'OVER' : 'ok  '} ${name.padEnd(36)} ${value.padStart(9)} of ${most}`;
    });
    const parts = solana.map(
      ({ name, bytes }) => `  ${`Solana: ${name}`.padEnd(36)} ${format(bytes).padStart(9)} more`,
    );
    const failed = budgets.filter(isOver).length;
    return {
      ok: failed === 0,
      text: ['brotli, production build:', ...pages, ...parts, ...lines].join('\n'),
      show: true,
      counts: { passed: budgets.length - failed, failed, skipped: 0 },
    };
  },
};
