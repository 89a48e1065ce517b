import { SOLANA_DEVELOPMENT_CHAIN } from '../chains/defaultUpstreams.js';
import type { Token } from './Token.js';

const CHAIN_A = 'eip155:31337';
const CHAIN_B = 'eip155:31338';

/** What the development exchange sells, at the same address on both EVM chains. */
const DOLLAR = {
  address: '0xD011A70000000000000000000000000000000001',
  name: 'Development dollar',
  symbol: 'USDC',
  decimals: 6,
} as const;

/** Tokens of the development chains. Those of chain A are deployed with its pools. */
export const developmentTokens: readonly Token[] = [
  { chainId: CHAIN_A, ...DOLLAR },
  { chainId: CHAIN_B, ...DOLLAR },
  {
    chainId: CHAIN_A,
    address: '0x25283Df5d9f8196E5625528342c53C8aEDC65305',
    name: 'Development euro',
    symbol: 'DEUR',
    decimals: 18,
  },
  {
    chainId: CHAIN_A,
    address: '0xecb2817d9634BCbB146d277f0620c7dB7ad7C562',
    name: 'Development gold',
    symbol: 'DGLD',
    decimals: 18,
  },
  {
    chainId: CHAIN_A,
    address: '0x2a272997DD3d4775b26390c381C24C2243d7249e',
    name: 'Development pound',
    symbol: 'DGBP',
    decimals: 18,
  },
  {
    chainId: SOLANA_DEVELOPMENT_CHAIN,
    address: '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz',
    name: 'Development dollar',
    symbol: 'USDC',
    decimals: 6,
  },
  {
    chainId: SOLANA_DEVELOPMENT_CHAIN,
    address: 'DkK6Fr2iZeDoDwsCNJGcHo4MTcwTeFRuzDm26JWV6NFu',
    name: 'Bonus point',
    symbol: 'BONUS',
    decimals: 9,
  },
];
