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
const BTC: Currency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 };
const DOT: Currency = { name: 'Polkadot', symbol: 'DOT', decimals: 10 };

/** Polkadot's networks with other currencies. */
const OTHER_RELAYS: Readonly<Record<ChainId, Currency>> = {
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': { name: 'Westend', symbol: 'WND', decimals: 12 },
};

/** The native currency of a served chain. */
export function currencyOf(chainId: string): Currency {
  if (chainId.startsWith('solana:')) return SOL;
  if (chainId.startsWith('bip122:')) return BTC;
  if (chainId.startsWith('polkadot:')) return OTHER_RELAYS[chainId as ChainId] ?? DOT;
  return OTHERS[chainId as ChainId] ?? ETHER;
}
