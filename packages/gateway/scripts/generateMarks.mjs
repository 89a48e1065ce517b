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
  ready: 'wallets/argent',
  keplr: 'wallets/keplr',
  sequence: 'wallets/sequence',
  zengo: 'wallets/zengo',
  atomic: 'wallets/atomic',
  alphawallet: 'wallets/alpha-wallet',
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

/** Symbols of tokens: those of the built-in list, the currencies of the served chains, and other common ones. */
const TOKENS = [
  ...[
    'AAVE',
    'ADA',
    'ARB',
    'ATOM',
    'AVAX',
    'BNB',
    'BTC',
    'CELO',
    'COMP',
    'CRV',
    'DAI',
    'DOGE',
    'DOT',
    'ENS',
    'ETH',
  ],
  ...[
    'FRAX',
    'GRT',
    'HYPE',
    'LDO',
    'LINK',
    'LTC',
    'MKR',
    'NEAR',
    'OP',
    'PEPE',
    'POL',
    'SHIB',
    'SNX',
    'SOL',
    'STETH',
  ],
  ...['SUSHI', 'TRX', 'UNI', 'USDC', 'USDT', 'WBTC', 'WETH', 'WSTETH', 'XDAI', 'XRP', 'ZRO'],
];

const resolve = createRequire(import.meta.url).resolve;

function hasIcon(symbol) {
  try {
    resolve(`@web3icons/core/svgs/tokens/background/${symbol}.svg.js`);
    return true;
  } catch {
    console.log(`${symbol}: no logo, a monogram instead`);
    return false;
  }
}

async function svgOf(icon) {
  const [kind, name] = icon.split('/');
  const path = resolve(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`);
  const { default: svg } = await import(pathToFileURL(path).href);
  return svg.replace(/\s+/g, ' ').replaceAll('> <', '><').replace(' class="web3icons"', '').trim();
}

async function write(file, name, doc, icons) {
  const lines = [];
  for (const [id, icon] of Object.entries(icons)) {
    const key = /^[A-Za-z][A-Za-z0-9]*$/.test(id) ? id : `'${id}'`;
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
const tokens = Object.fromEntries(TOKENS.filter(hasIcon).map(symbol => [symbol, `tokens/${symbol}`]));
await write('tokenMarks.ts', 'tokenMarks', 'SVG logos of tokens by symbol.', tokens);
