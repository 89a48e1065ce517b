import type { ChainId } from 'latchkit/protocol';
import type { Currency } from './Token.js';

const currency = (name: string, symbol: string): Currency => ({ name, symbol, decimals: 18 });

const ETHER = currency('Ether', 'ETH');
const POL = currency('POL', 'POL');
const BNB = currency('BNB', 'BNB');
const AVAX = currency('Avalanche', 'AVAX');

const OTHERS: Readonly<Record<ChainId, Currency>> = {
  'eip155:137': POL,
  'eip155:80002': POL,
  'eip155:42220': currency('CELO', 'CELO'),
  'eip155:56': BNB,
  'eip155:97': BNB,
  'eip155:43114': AVAX,
  'eip155:43113': AVAX,
  'eip155:100': currency('xDAI', 'XDAI'),
  'eip155:999': currency('HYPE', 'HYPE'),
};

const SOL: Currency = { name: 'Solana', symbol: 'SOL', decimals: 9 };

/** The native currency of a served chain. */
export function currencyOf(chainId: string): Currency {
  if (chainId.startsWith('solana:')) return SOL;
  return OTHERS[chainId as ChainId] ?? ETHER;
}
