import type { ChainId } from 'latchkit/protocol';
import type { Hex } from 'viem';

/** The contracts through which pools are read and used on a chain. */
export interface PoolChain {
  /** The native currency as a token. */
  readonly wrapped: Hex;
  /** Other tokens over which a route of two hops goes. */
  readonly stables: readonly Hex[];
  /** Factory of pairs (v2). */
  readonly pairFactory: Hex;
  /** Factory of pools with ranges (v3). */
  readonly poolFactory: Hex;
  /** QuoterV2. */
  readonly quoter: Hex;
  /** SwapRouter02, which uses pairs and pools. */
  readonly router: Hex;
  /** UniswapInterfaceMulticall. */
  readonly multicall: Hex;
}

/** The addresses that several chains share. */
const FIRST = {
  poolFactory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  multicall: '0x1F98415757620B543A52E61c46B32eB19261F984',
} as const;

/**
 * Sources of every line: `addresses.ts` and `weth9.ts` of @uniswap/sdk-core 7.19.4, for QuoterV2 and SwapRouter02 docs.uniswap.org (v3
 * deployments); stable tokens from the gateway's list of tokens. `doctor` checks that every address has code.
 */
export const POOL_CHAINS: Readonly<Record<ChainId, PoolChain>> = {
  'eip155:1': {
    ...FIRST,
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    stables: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    ],
    pairFactory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  },
  'eip155:10': {
    ...FIRST,
    wrapped: '0x4200000000000000000000000000000000000006',
    stables: [
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
      '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    ],
    pairFactory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
  },
  'eip155:56': {
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    stables: ['0x55d398326f99059fF775485246999027B3197955', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    pairFactory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    poolFactory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    multicall: '0x963Df249eD09c358A4819E39d9Cd5736c3087184',
  },
  'eip155:137': {
    ...FIRST,
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    stables: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    pairFactory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
  },
  'eip155:8453': {
    wrapped: '0x4200000000000000000000000000000000000006',
    stables: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    pairFactory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    poolFactory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    multicall: '0x091e99cb1C49331a94dD62755D168E941AbD0693',
  },
  'eip155:42161': {
    ...FIRST,
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    stables: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    pairFactory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
    multicall: '0xadF885960B47eA2CD9B55E6DAc6B42b7Cb2806dB',
  },
  'eip155:43114': {
    wrapped: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    stables: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
    pairFactory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
    poolFactory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    multicall: '0x0139141Cd4Ee88dF3Cdb65881D411bAE271Ef0C2',
  },
};

/** The pools of `npm start`, which `apps/dev-bundler` deploys. */
export const DEVELOPMENT_POOL_CHAINS: Readonly<Record<ChainId, PoolChain>> = {
  'eip155:31337': {
    wrapped: '0xe95fc23f72AE88Cab50fC29D753C44FFfEDdD072',
    stables: ['0x25283Df5d9f8196E5625528342c53C8aEDC65305'],
    pairFactory: '0xef77E45F551D63B799D080C3bA02cC25E5535692',
    poolFactory: '0xc9F4d070c0E121b7B85C1aA5007D08F13afdD02F',
    quoter: '0x4D9b4aE1783ffa4eA975CD791aBe0E88F259E2C1',
    router: '0x2E7AbCdB2e69a685B45D7110cB23A5E97B10eE31',
    multicall: '0x91033BdeC100B8C5a135F0F19E22467193d6a671',
  },
};
