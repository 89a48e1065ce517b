import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliSize, buildHost, filesOf, staticClosure, wantedClosure } from '../lib/buildHost.mjs';
import { inRoot } from '../lib/paths.mjs';

const kB = 1_000;

/**
 * Chunks that the way from the button to the painted Connect view does not load. A new chunk counts until it is listed
 * here, and e2e/opening.test.ts opens the page and finds nothing loaded that was not counted.
 */
const notForConnect = [
  // Every view but Connect, with the texts and icons that come with the first of them: fetched when a visitor points at
  // what leads there.
  /\/react\/views\/(?!connect\/)/,
  /\/react\/primitives\/viewIcons\./,
  /\/react\/modal\/(furtherViews|viewChange)\./,
  /\/react\/locales\/(?!en\/shell\.|buttons\.en\.)/,
  // Only engines from before mid-2024 load the one, and systems that ask for strong contrast or their own colours the other.
  /\/react\/theme\/(legacyTokens|palettes\.css)\./,
  // Only a sheet is dragged, and only debug mode has a bar for the developer.
  /\/react\/modal\/(createSheetDrag|AlertBar)\./,
  // Only a host with a gateway asks it.
  /\/core\/gateway\/gatewayQuestions\./,
  // What only a connected wallet needs.
  /\/(evm|solana)\/engine\/create(ChainReads|Readers|WalletRequests)\./,
  /\/evm\/engine\/(activateConnection|switchWallet)\./,
  /\/(evm|solana)\/transfers\//,
  /\/core\/(balance|identity|tokens)\//,
  // Loaded where the host asks for sign-in, or for an account's sessions.
  /\/core\/(signIn|smartSessions)\//,
  // Loaded where an earlier visit left a payment pending.
  /\/core\/transactions\/takeUpPending\./,
  // Loaded where a project wants events, whether the modal opens or not.
  /\/core\/analytics\/followEvents\./,
];

/** Says whether a chunk counts as loaded on the way to the Connect view. */
const isForConnect = key => notForConnect.every(pattern => !pattern.test(key));

/** What opening loads more where everything is on: the gateway's questions and the email field. */
const forFull = [/\/core\/gateway\/gatewayQuestions\./, /\/react\/views\/email\/emailViews\./];

/** The same where everything is on. WalletConnect's client loads when a row that needs it is reached for. */
const isForFull = key =>
  forFull.some(pattern => pattern.test(key)) ||
  (isForConnect(key) && !/\/walletconnect\/kit\/createClient\./.test(key));

/** The files that a page loads at first, and those that it loads more to paint the Connect view. */
export function loadedFiles(manifest, isWanted = isForConnect) {
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  const first = filesOf(manifest, staticClosure(manifest, entry));
  const opened = filesOf(manifest, wantedClosure(manifest, entry, isWanted)).filter(
    file => !first.includes(file),
  );
  return { first, opened };
}

/** What a file that finds Solana wallets contains, and one that makes the wallet page's iframe. */
const solanaMark = 'wallet-standard:';
const embeddedMark = 'allow-popups-to-escape-sandbox';

/** Bytes of a page's files with a text in them. */
function bytesWith(mark, { outDir, manifest }) {
  return filesOf(manifest, Object.keys(manifest))
    .filter(file => readFileSync(path.join(outDir, file), 'utf8').includes(mark))
    .reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

/** What a page with a gateway loads more when somebody is about to log in by email: the code that talks to the wallet page. */
function embeddedBytes({ outDir, manifest }) {
  const keys = pattern => Object.keys(manifest).filter(key => pattern.test(key));
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  // The checker of what a gateway answers is there by then.
  const before = [...entry, ...keys(/\/core\/gateway\/gatewayQuestions\./)];
  const loaded = new Set(filesOf(manifest, staticClosure(manifest, before)));
  return filesOf(manifest, staticClosure(manifest, keys(/\/embedded\/kit\/followEmbeddedWallet\./)))
    .filter(file => !loaded.has(file))
    .reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

/** What each lazy part of the Solana adapter loads more, in the order in which a visitor meets them. */
function solanaParts({ outDir, manifest }) {
  const entry = Object.keys(manifest).filter(key => manifest[key].isEntry);
  const loaded = new Set(filesOf(manifest, staticClosure(manifest, entry)));
  const parts = [
    ['finding wallets', /\/solana\/discovery\//],
    ['connecting', /\/solana\/engine\/createEngine\./],
    ['balance and waiting', /\/solana\/engine\/createChainReads\./],
    ['signing and sending', /\/solana\/engine\/createWalletRequests\./],
    ['payments', /\/solana\/transfers\//],
  ];
  return parts.map(([name, pattern]) => {
    const keys = Object.keys(manifest).filter(key => pattern.test(key) && manifest[key].isDynamicEntry);
    const files = filesOf(manifest, staticClosure(manifest, keys)).filter(file => !loaded.has(file));
    for (const file of files) loaded.add(file);
    return { name, bytes: files.reduce((sum, file) => sum + brotliSize(outDir, file), 0) };
  });
}

/** Bytes of the built wallet page until it is ready: the page and what it names. The keyring's Worker comes with a sign-in. */
function framePageBytes() {
  const outDir = inRoot('apps/frame/dist');
  const page = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  const named = [...page.matchAll(/ (?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  return ['index.html', ...named].reduce((sum, file) => sum + brotliSize(outDir, file), 0);
}

function measure({ outDir, manifest }, isWanted = isForConnect) {
  const weigh = files => files.reduce((sum, file) => sum + brotliSize(outDir, file), 0);
  const { first, opened } = loadedFiles(manifest, isWanted);
  return { first: weigh(first), files: first.length, opening: weigh(opened), openedFiles: opened.length };
}

const format = bytes => `${(bytes / kB).toFixed(1)} kB`;

/** Builds the host pages and compares them with the budgets of the project. */
export async function measureSizes() {
  const names = ['floor-react', 'floor-wagmi', 'latchkit', 'latchkit-wagmi', 'latchkit-solana'];
  const built = {};
  for (const name of [
    ...names,
    'latchkit-walletconnect',
    'latchkit-embedded',
    'latchkit-gateway',
    'latchkit-full',
  ])
    built[name] = await buildHost(name);
  const hosts = Object.fromEntries(names.map(name => [name, measure(built[name])]));
  const full = measure(built['latchkit-full'], isForFull);
  const over = (host, floor) => hosts[host].first - hosts[floor].first;
  const budgets = [
    { name: 'button over React alone', bytes: over('latchkit', 'floor-react'), limit: 15 * kB },
    {
      name: 'button over React, wagmi and viem',
      bytes: over('latchkit-wagmi', 'floor-wagmi'),
      limit: 15 * kB,
    },
    { name: 'more to the painted Connect view', bytes: hosts['latchkit-wagmi'].opening, limit: 45 * kB },
    {
      name: 'button of Solana over React alone',
      bytes: over('latchkit-solana', 'floor-react'),
      limit: 15 * kB,
    },
    { name: 'more to Connect on Solana', bytes: hosts['latchkit-solana'].opening, limit: 45 * kB },
    // All of it but the check of one-click signatures, which loads where it is used.
    {
      name: 'WalletConnect, with what it needs',
      bytes: measure(built['latchkit-walletconnect']).first,
      limit: 30 * kB,
    },
    {
      name: 'email login, beside a gateway',
      bytes: embeddedBytes(built['latchkit-embedded']),
      limit: 25 * kB,
    },
    { name: 'Solana in a host without it', bytes: bytesWith(solanaMark, built.latchkit), limit: 0 },
    { name: 'email login in a host without it', bytes: bytesWith(embeddedMark, built.latchkit), limit: 0 },
    { name: 'wallet page until it is ready', bytes: framePageBytes(), limit: 120 * kB },
  ];
  return { hosts, full, budgets, solana: solanaParts(built['latchkit-solana']) };
}

export const sizes = {
  name: 'sizes',
  /** Counts one test per budget. */
  async check() {
    const { hosts, full, budgets, solana } = await measureSizes();
    const pages = Object.entries(hosts).map(
      ([name, { first, files, opening }]) =>
        `  ${name.padEnd(36)} ${format(first).padStart(9)} in ${files} files, ${format(opening)} more to Connect`,
    );
    const everything = `  ${'everything on, opening'.padEnd(36)} ${format(full.opening).padStart(9)} in ${full.openedFiles} files`;
    const lines = budgets.map(({ name, bytes, limit }) => {
      const mark = bytes <= limit ? 'ok  ' : 'OVER';
      return `  ${mark} ${name.padEnd(36)} ${format(bytes).padStart(9)} of ${format(limit)}`;
    });
    const parts = solana.map(
      ({ name, bytes }) => `  ${`Solana: ${name}`.padEnd(36)} ${format(bytes).padStart(9)} more`,
    );
    const failed = budgets.filter(({ bytes, limit }) => bytes > limit).length;
    return {
      ok: failed === 0,
      text: ['brotli, production build:', ...pages, everything, ...parts, ...lines].join('\n'),
      show: true,
      counts: { passed: budgets.length - failed, failed, skipped: 0 },
    };
  },
};
