// Writes the logos that the gateway serves into src/assets, from the icon package (MIT, a development dependency), so
// that the published gateway carries these few kilobytes and not the package's 81 MB.
// Run it after the icon package or one of the tables below changes: node packages/gateway/scripts/generateMarks.mjs

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Wallet of the registry → icon. A wallet that is not here gets a monogram. */
const WALLETS = {
  metamask: 'wallets/metamask',
  'coinbase-wallet': 'wallets/coinbase',
  phantom: 'wallets/phantom',
  rabby: 'wallets/rabby',
  trust: 'wallets/trust',
  okx: 'wallets/okx',
  rainbow: 'wallets/rainbow',
  binance: 'exchanges/binance',
  uniswap: 'exchanges/uniswap',
  zerion: 'wallets/zerion',
  ledger: 'wallets/ledger',
  safe: 'wallets/safe',
  base: 'networks/base',
  bitget: 'exchanges/bitget',
  backpack: 'wallets/backpack',
  exodus: 'wallets/exodus',
  bybit: 'exchanges/bybit',
  tokenpocket: 'wallets/token-pocket',
  imtoken: 'wallets/imtoken',
  coin98: 'wallets/coin98',
  solflare: 'wallets/solflare',
  kraken: 'wallets/kraken',
  enkrypt: 'wallets/enkrypt',
  ronin: 'wallets/ronin',
  '1inch': 'exchanges/1inch',
  mew: 'wallets/my-ether-wallet',
  gate: 'exchanges/gate-io',
  gemini: 'exchanges/gemini',
  kaia: 'networks/kaia',
};

const NETWORKS = [
  'ethereum',
  'optimism',
  'arbitrum-one',
  'polygon',
  'celo',
  'aurora',
  'binance-smart-chain',
  'avalanche',
  'zksync',
  'gnosis',
  'base',
  'zora',
  'hyper-evm',
  'solana',
];

const resolve = createRequire(import.meta.url).resolve;

async function svgOf(icon) {
  const [kind, name] = icon.split('/');
  const path = resolve(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`);
  const { default: svg } = await import(pathToFileURL(path).href);
  return svg.replace(/\s+/g, ' ').replaceAll('> <', '><').replace(' class="web3icons"', '').trim();
}

async function write(file, name, doc, icons) {
  const lines = [];
  for (const [id, icon] of Object.entries(icons)) {
    const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`;
    lines.push(`  ${key}: '${(await svgOf(icon)).replaceAll("'", "\\'")}',`);
  }
  const source = [
    '// Written by scripts/generateMarks.mjs from @web3icons/core (MIT, see NOTICE.md). Do not edit.',
    '',
    `/** ${doc} */`,
    `export const ${name}: Readonly<Record<string, string>> = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
  await writeFile(new URL(`../src/assets/${file}`, import.meta.url), source);
  console.log(`${file}: ${lines.length} logos, ${source.length} bytes`);
}

await write('walletMarks.ts', 'walletMarks', 'SVG logos of wallets by id of the registry.', WALLETS);
const networks = Object.fromEntries(NETWORKS.map(name => [name, `networks/${name}`]));
await write('networkMarks.ts', 'networkMarks', 'SVG logos of networks by slug.', networks);
