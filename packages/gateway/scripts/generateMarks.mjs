// Writes the logos of networks, tokens and services that sell tokens, which the gateway serves, into src/project/assets, from the icon
// package (MIT, a development dependency), so that the published gateway carries these few kilobytes and not the package's 81 MB.
// Run it after the icon package or one of the tables below changes: node packages/gateway/scripts/generateMarks.mjs

import { writeFile } from 'node:fs/promises';
import { hasIcon, svgOf } from './icons.mjs';

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
  'bitcoin',
  'polkadot',
];

/** Token symbols: the built-in list, the currencies of served chains, and other common ones. */
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

/**
 * Logos that the icon package has in another form than their owner publishes. Base: the blue square on a white ground, three fifths of
 * its side, with a radius of one twentieth, after https://www.base.org/brand/core-identifiers (read on 2026-11-29).
 */
const OWN = {
  base: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path fill="#fff" d="M0 0h24v24H0z"/><rect width="14.4" height="14.4" x="4.8" y="4.8" fill="#00F" rx=".72"/></svg>',
};

async function write(file, name, doc, icons) {
  const lines = [];
  for (const [id, icon] of Object.entries(icons)) {
    const key = /^[A-Za-z][A-Za-z0-9]*$/.test(id) ? id : `'${id}'`;
    lines.push(`  ${key}: '${(OWN[id] ?? (await svgOf(icon))).replaceAll("'", "\\'")}',`);
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
  await writeFile(new URL(`../src/project/assets/${file}`, import.meta.url), source);
  console.log(`${file}: ${lines.length} logos, ${source.length} bytes`);
}

const networks = Object.fromEntries(NETWORKS.map(name => [name, `networks/${name}`]));
await write('networkMarks.ts', 'networkMarks', 'SVG logos of networks by slug.', networks);
const tokens = Object.fromEntries(
  TOKENS.map(symbol => [symbol, `tokens/${symbol}`]).filter(([symbol, icon]) => {
    const isThere = hasIcon(icon);
    if (!isThere) console.log(`${symbol}: no logo, a monogram instead`);
    return isThere;
  }),
);
await write('tokenMarks.ts', 'tokenMarks', 'SVG logos of tokens by symbol.', tokens);
// Meld publishes no mark that could be looked up, so the gateway draws a letter for it.
const onramps = { coinbase: 'exchanges/coinbase' };
await write('onrampMarks.ts', 'onrampMarks', 'SVG marks of services that sell tokens, by id.', onramps);
