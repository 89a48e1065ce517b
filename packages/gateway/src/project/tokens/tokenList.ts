import type { ChainId } from 'latchkit/protocol';
import type { Token } from './Token.js';

const token =
  (name: string, symbol: string, decimals = 18) =>
  (
    reference: number,
    address: string,
    own?: { name?: string; symbol?: string; decimals?: number },
  ): Token => {
    const chainId: ChainId = `eip155:${reference}`;
    return { chainId, address, name, symbol, decimals, ...own };
  };

/** A token on Solana mainnet. */
const spl = (name: string, symbol: string, decimals: number, address: string): Token => ({
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address,
  name,
  symbol,
  decimals,
});

const usdc = token('USD Coin', 'USDC', 6);
const usdt = token('Tether USD', 'USDT', 6);
const dai = token('Dai', 'DAI');
const weth = token('Wrapped Ether', 'WETH');

/** Widely held tokens, whose balances are read if the operator provides no list. Public facts. */
export const tokenList: readonly Token[] = [
  usdc(1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  usdt(1, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  dai(1, '0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  weth(1, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'),
  token('Wrapped BTC', 'WBTC', 8)(1, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
  token('ChainLink Token', 'LINK')(1, '0x514910771AF9Ca656af840dff83E8264EcF986CA'),
  token('Uniswap', 'UNI')(1, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
  token('Aave Token', 'AAVE')(1, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'),
  usdc(10, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
  usdt(10, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
  dai(10, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'),
  weth(10, '0x4200000000000000000000000000000000000006'),
  token('Optimism', 'OP')(10, '0x4200000000000000000000000000000000000042'),
  usdc(42161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  usdt(42161, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
  dai(42161, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'),
  weth(42161, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'),
  token('Arbitrum', 'ARB')(42161, '0x912CE59144191C1204E64559FE8253a0e49E6548'),
  usdc(137, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  usdt(137, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
  dai(137, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'),
  weth(137, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'),
  usdc(8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  weth(8453, '0x4200000000000000000000000000000000000006'),
  usdt(56, '0x55d398326f99059fF775485246999027B3197955', { decimals: 18 }),
  usdc(56, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', { decimals: 18 }),
  usdc(43114, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
  usdt(43114, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
  usdc(324, '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4'),
  usdc(42220, '0xcebA9300f2b948710d2653dD7B07f33A8B32118C'),
  // A token that only the chains of `npm start` have.
  token('Demo Dollar', 'DMD', 6)(31337, '0xD011a70000000000000000000000000000000000'),
  token('Demo Dollar', 'DMD', 6)(31338, '0xD011a70000000000000000000000000000000000'),
  spl('USD Coin', 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v'),
  spl('Tether USD', 'USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  spl('Wrapped SOL', 'SOL', 9, 'So11111111111111111111111111111111111111112'),
];
