import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stop } from 'esbuild';
import { brotliSize, buildHost, filesOf, staticClosure, wantedClosure } from '../lib/buildHost.mjs';
import { esbuildFirstLoad } from '../lib/esbuildFirstLoad.mjs';
import { inRoot } from '../lib/paths.mjs';

const kB = 1_000;

const connect = ['core/opening', 'react/connect', 'evm/evmConnect', 'solana/solanaConnect'];

/**
 * The chunks that a page loads from the button to Connect at rest. e2e/opening.test.mjs opens the pages that name some more
 * or fewer, and finds that they load these and nothing else.
 */
const chunksOf = host =>
  ({
    'latchkit-wagmi': connect,
    // Everything is on: the project's services and the email field.
    'latchkit-full': [...connect, 'core/services', 'react/views/email/emailViews'],
  })[host] ?? [...connect, 'evm/engine/createOwnConfig'];

/** Says whether a key of a manifest is one of some chunks. One that a bundler joined with a package has only its name. */
const isOneOf = names => key =>
  names.some(name => key.endsWith(`/${name}.js`) || key.startsWith(`_${path.posix.basename(name)}-`));

/** The files that a page loads at first, and those that it loads more to paint the Connect view. */
export function loadedFiles(manifest, host) {
  const isWanted = isOneOf(chunksOf(host));
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
  const before = [...entry, ...keys(/[/_]services[-.]/)];
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
    ['finding wallets, and connecting', /\/solana\/solanaConnect\./],
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

/** What the button adds to React's first load where esbuild splits the page: it follows a package's files, not their exports. */
async function esbuildButton() {
  try {
    const [host, floor] = await Promise.all(['latchkit', 'floor-react'].map(esbuildFirstLoad));
    return host - floor;
  } finally {
    // Its program would outlive the check, in whichever process that runs.
    await stop();
  }
}

function measure({ name, outDir, manifest }) {
  const weigh = files => files.reduce((sum, file) => sum + brotliSize(outDir, file), 0);
  const { first, opened } = loadedFiles(manifest, name);
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
  const full = measure(built['latchkit-full']);
  const over = (host, floor) => hosts[host].first - hosts[floor].first;
  const budgets = [
    { name: 'button over React alone', bytes: over('latchkit', 'floor-react'), limit: 15 * kB },
    {
      name: 'button over React, wagmi and viem',
      bytes: over('latchkit-wagmi', 'floor-wagmi'),
      limit: 15 * kB,
    },
    { name: 'more to the painted Connect view', bytes: hosts['latchkit-wagmi'].opening, limit: 45 * kB },
    { name: 'more to Connect without wagmi', bytes: hosts.latchkit.opening, limit: 45 * kB },
    {
      name: 'button of Solana over React alone',
      bytes: over('latchkit-solana', 'floor-react'),
      limit: 15 * kB,
    },
    { name: 'everything on, more to Connect', bytes: full.opening, limit: 60 * kB },
    { name: 'everything on, more files', count: full.openedFiles, limit: 6 },
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
    { name: 'button over React, by esbuild', bytes: await esbuildButton(), limit: 16 * kB },
    { name: 'wallet page until it is ready', bytes: framePageBytes(), limit: 120 * kB },
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
