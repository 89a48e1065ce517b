import type { CaipNetwork, NetworkIdOf } from '../core/adapter/Network.js';
import { type ChainId, namespaceOf } from '../protocol/caip.js';

/** The address of Multicall3 on nearly every EVM network. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

interface BuiltIn {
  readonly id: number | string;
  readonly caipNetworkId?: ChainId;
  readonly name: string;
  /** Name, symbol and decimals of the native currency. */
  readonly currency: readonly [string, string, number];
  /** Name and address of the block explorer. Default: none. */
  readonly explorer?: readonly [string, string];
  readonly testnet?: true;
  /** The address of Multicall3, if it differs from the usual one. */
  readonly multicall3?: string;
}

/** Defines one of the supported networks. Its reads use the host's `rpcUrls`, the gateway, or the wallet. */
function builtInNetwork<const Input extends BuiltIn>(input: Input): CaipNetwork<NetworkIdOf<Input>> {
  const caipNetworkId = (input.caipNetworkId ?? `eip155:${input.id}`) as NetworkIdOf<Input>;
  const [name, symbol, decimals] = input.currency;
  const chainNamespace = namespaceOf(caipNetworkId);
  return {
    id: input.id,
    caipNetworkId,
    chainNamespace,
    name: input.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [] } },
    ...(input.explorer
      ? { blockExplorers: { default: { name: input.explorer[0], url: input.explorer[1] } } }
      : {}),
    ...(chainNamespace === 'eip155'
      ? { contracts: { multicall3: { address: input.multicall3 ?? MULTICALL3 } } }
      : {}),
    testnet: input.testnet ?? false,
    assets: { imageId: String(input.id) },
  };
}

/**
 * The built-in networks, with ids and addresses from the networks' own documentation. Each is a pure call, so that a bundle
 * contains only the networks that the host imports.
 */

/** Ethereum (eip155:1). */
export const mainnet = /* @__PURE__ */ builtInNetwork({
  id: 1,
  name: 'Ethereum',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Etherscan', 'https://etherscan.io'],
});

/** Optimism (eip155:10). */
export const optimism = /* @__PURE__ */ builtInNetwork({
  id: 10,
  name: 'Optimism',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'],
});

/** Arbitrum (eip155:42161). */
export const arbitrum = /* @__PURE__ */ builtInNetwork({
  id: 42_161,
  name: 'Arbitrum',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Arbiscan', 'https://arbiscan.io'],
});

/** Polygon (eip155:137). */
export const polygon = /* @__PURE__ */ builtInNetwork({
  id: 137,
  name: 'Polygon',
  currency: ['POL', 'POL', 18],
  explorer: ['PolygonScan', 'https://polygonscan.com'],
});

/** Celo (eip155:42220). */
export const celo = /* @__PURE__ */ builtInNetwork({
  id: 42_220,
  name: 'Celo',
  currency: ['CELO', 'CELO', 18],
  explorer: ['Celoscan', 'https://celoscan.io'],
});

/** Aurora (eip155:1313161554). */
export const aurora = /* @__PURE__ */ builtInNetwork({
  id: 1_313_161_554,
  name: 'Aurora',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Aurora Explorer', 'https://explorer.aurora.dev'],
});

/** BNB (eip155:56). */
export const bsc = /* @__PURE__ */ builtInNetwork({
  id: 56,
  name: 'BNB',
  currency: ['BNB', 'BNB', 18],
  explorer: ['BscScan', 'https://bscscan.com'],
});

/** Avalanche (eip155:43114). */
export const avalanche = /* @__PURE__ */ builtInNetwork({
  id: 43_114,
  name: 'Avalanche',
  currency: ['Avalanche', 'AVAX', 18],
  explorer: ['SnowTrace', 'https://snowtrace.io'],
});

/** zkSync (eip155:324). */
export const zkSync = /* @__PURE__ */ builtInNetwork({
  id: 324,
  name: 'zkSync',
  currency: ['Ether', 'ETH', 18],
  explorer: ['ZKsync Explorer', 'https://explorer.zksync.io'],
  multicall3: '0xF9cda624FBC7e059355ce98a31693d299FaCd963',
});

/** Gnosis (eip155:100). */
export const gnosis = /* @__PURE__ */ builtInNetwork({
  id: 100,
  name: 'Gnosis',
  currency: ['xDAI', 'XDAI', 18],
  explorer: ['Gnosisscan', 'https://gnosisscan.io'],
});

/** Base (eip155:8453). */
export const base = /* @__PURE__ */ builtInNetwork({
  id: 8453,
  name: 'Base',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Basescan', 'https://basescan.org'],
});

/** Zora (eip155:7777777). */
export const zora = /* @__PURE__ */ builtInNetwork({
  id: 7_777_777,
  name: 'Zora',
  currency: ['Ether', 'ETH', 18],
  explorer: ['Zora Explorer', 'https://explorer.zora.energy'],
});

/** HyperEVM (eip155:999). */
export const hyperEvm = /* @__PURE__ */ builtInNetwork({
  id: 999,
  name: 'HyperEVM',
  currency: ['HYPE', 'HYPE', 18],
  explorer: ['HyperEVMScan', 'https://hyperevmscan.io'],
});

/** Sepolia (eip155:11155111). */
export const sepolia = /* @__PURE__ */ builtInNetwork({
  id: 11_155_111,
  name: 'Sepolia',
  currency: ['Sepolia Ether', 'ETH', 18],
  explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  testnet: true,
});

/** Optimism Sepolia (eip155:11155420). */
export const optimismSepolia = /* @__PURE__ */ builtInNetwork({
  id: 11_155_420,
  name: 'Optimism Sepolia',
  currency: ['Sepolia Ether', 'ETH', 18],
  explorer: ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  testnet: true,
});

/** Arbitrum Sepolia (eip155:421614). */
export const arbitrumSepolia = /* @__PURE__ */ builtInNetwork({
  id: 421_614,
  name: 'Arbitrum Sepolia',
  currency: ['Arbitrum Sepolia Ether', 'ETH', 18],
  explorer: ['Arbiscan', 'https://sepolia.arbiscan.io'],
  testnet: true,
});

/** Polygon Amoy (eip155:80002). */
export const polygonAmoy = /* @__PURE__ */ builtInNetwork({
  id: 80_002,
  name: 'Polygon Amoy',
  currency: ['POL', 'POL', 18],
  explorer: ['PolygonScan', 'https://amoy.polygonscan.com'],
  testnet: true,
});

/** BNB Testnet (eip155:97). */
export const bscTestnet = /* @__PURE__ */ builtInNetwork({
  id: 97,
  name: 'BNB Testnet',
  currency: ['BNB', 'tBNB', 18],
  explorer: ['BscScan', 'https://testnet.bscscan.com'],
  testnet: true,
});

/** Avalanche Fuji (eip155:43113). */
export const avalancheFuji = /* @__PURE__ */ builtInNetwork({
  id: 43_113,
  name: 'Avalanche Fuji',
  currency: ['Avalanche Fuji', 'AVAX', 18],
  explorer: ['SnowTrace', 'https://testnet.snowtrace.io'],
  testnet: true,
});

/** Base Sepolia (eip155:84532). */
export const baseSepolia = /* @__PURE__ */ builtInNetwork({
  id: 84_532,
  name: 'Base Sepolia',
  currency: ['Sepolia Ether', 'ETH', 18],
  explorer: ['Basescan', 'https://sepolia.basescan.org'],
  testnet: true,
});

/** Zora Sepolia (eip155:999999999). */
export const zoraSepolia = /* @__PURE__ */ builtInNetwork({
  id: 999_999_999,
  name: 'Zora Sepolia',
  currency: ['Zora Sepolia', 'ETH', 18],
  explorer: ['Zora Sepolia Explorer', 'https://sepolia.explorer.zora.energy'],
  testnet: true,
});

/** Solana (solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp). */
export const solana = /* @__PURE__ */ builtInNetwork({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  currency: ['Solana', 'SOL', 9],
  explorer: ['Solscan', 'https://solscan.io'],
});

/** Solana Testnet (solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z). */
export const solanaTestnet = /* @__PURE__ */ builtInNetwork({
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  currency: ['Solana', 'SOL', 9],
  explorer: ['Solscan', 'https://solscan.io/?cluster=testnet'],
  testnet: true,
});

/** Solana Devnet (solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1). */
export const solanaDevnet = /* @__PURE__ */ builtInNetwork({
  id: 'EtWTRABZaYq6iMFeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  currency: ['Solana', 'SOL', 9],
  explorer: ['Solscan', 'https://solscan.io/?cluster=devnet'],
  testnet: true,
});

/** Bitcoin (bip122:000000000019d6689c085ae165831e93). */
export const bitcoin = /* @__PURE__ */ builtInNetwork({
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  currency: ['Bitcoin', 'BTC', 8],
  explorer: ['Mempool', 'https://mempool.space'],
});

/** Bitcoin Testnet 4 (bip122:00000000da84f2bafbbc53dee25a72ae). */
export const bitcoinTestnet4 = /* @__PURE__ */ builtInNetwork({
  id: '00000000da84f2bafbbc53dee25a72ae',
  caipNetworkId: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  name: 'Bitcoin Testnet 4',
  currency: ['Bitcoin', 'BTC', 8],
  explorer: ['Mempool', 'https://mempool.space/testnet4'],
  testnet: true,
});

/** Bitcoin Signet (bip122:00000008819873e925422c1ff0f99f7c). */
export const bitcoinSignet = /* @__PURE__ */ builtInNetwork({
  id: '00000008819873e925422c1ff0f99f7c',
  caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  currency: ['Bitcoin', 'BTC', 8],
  explorer: ['Mempool', 'https://mempool.space/signet'],
  testnet: true,
});

/** Bitcoin Regtest (bip122:0f9188f13cb7b2c71f2a335e3a4fc328), a chain on the developer's machine. */
export const bitcoinRegtest = /* @__PURE__ */ builtInNetwork({
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  currency: ['Bitcoin', 'BTC', 8],
  testnet: true,
});

/** Polkadot (polkadot:91b171bb158e2d3848fa23a9f1c25182). */
export const polkadot = /* @__PURE__ */ builtInNetwork({
  id: '91b171bb158e2d3848fa23a9f1c25182',
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  currency: ['Polkadot', 'DOT', 10],
  explorer: ['Subscan', 'https://polkadot.subscan.io'],
});

/** Polkadot Asset Hub (polkadot:68d56f15f85d3136970ec16946040bc1). */
export const assetHub = /* @__PURE__ */ builtInNetwork({
  id: '68d56f15f85d3136970ec16946040bc1',
  caipNetworkId: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  currency: ['Polkadot', 'DOT', 10],
  explorer: ['Subscan', 'https://assethub-polkadot.subscan.io'],
});

/** Kusama (polkadot:b0a8d493285c2df73290dfb7e61f870f). */
export const kusama = /* @__PURE__ */ builtInNetwork({
  id: 'b0a8d493285c2df73290dfb7e61f870f',
  caipNetworkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama',
  currency: ['Kusama', 'KSM', 12],
  explorer: ['Subscan', 'https://kusama.subscan.io'],
});

/** Westend (polkadot:e143f23803ac50e8f6f8e62695d1ce9e). */
export const westend = /* @__PURE__ */ builtInNetwork({
  id: 'e143f23803ac50e8f6f8e62695d1ce9e',
  caipNetworkId: 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
  name: 'Westend',
  currency: ['Westend', 'WND', 12],
  explorer: ['Subscan', 'https://westend.subscan.io'],
  testnet: true,
});
