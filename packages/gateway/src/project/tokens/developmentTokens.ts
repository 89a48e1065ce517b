import { SOLANA_DEVELOPMENT_CHAIN } from '../chains/defaultUpstreams.js';
import type { Token } from './Token.js';

/** Tokens of the development chains. */
export const developmentTokens: readonly Token[] = [
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
