import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  maxUint256,
  type PublicClient,
  parseAbi,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import { type DevelopmentChain, hasCode, LIQUIDITY, openChain } from './DevelopmentChain.js';
import { type PoolArtifact, poolArtifacts } from './poolArtifacts.js';

/** Above what the largest transaction needs. */
const GAS = 8_000_000n;
const FUNDS = 10n ** 24n;
/** Fees of pools with ranges, in millionths, with the distance between their ticks. */
const SPACING: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 };
const MAX_TICK = 887_272;
/** Milliseconds until a transaction is given up. */
const PATIENCE = 60_000;

const erc20 = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256) returns (bool)',
]);
const pairAbi = parseAbi(['function mint(address) returns (uint256)']);

/** One side of a pool. */
export interface Reserve {
  readonly token: Address;
  readonly amount: bigint;
}

/** The contracts of the pools on an anvil chain. */
export interface PoolContracts {
  readonly wrapped: Address;
  readonly pairFactory: Address;
  readonly poolFactory: Address;
  readonly multicall: Address;
  readonly quoter: Address;
  readonly router: Address;
}

/** The owner of tokens and pools on an anvil chain. */
export interface Liquidity {
  readonly chain: DevelopmentChain;
  readonly contracts: PoolContracts;
  /** Deploys a token with 18 decimals; the owner holds all of it. */
  createToken(name: string, symbol: string): Promise<Address>;
  /** As `createToken`, with permits (EIP-2612). Its name is 'Uniswap V2', its symbol 'UNI-V2'. */
  createPermitToken(): Promise<Address>;
  /** Pays from the owner's balance. */
  transfer(token: Address, to: Address, amount: bigint): Promise<void>;
  /** Creates a pair (v2) or adds to one. */
  addPair(one: Reserve, other: Reserve): Promise<void>;
  /** Creates a pool over all prices (v3) and adds to it. @param fee - In millionths. */
  addPool(one: Reserve, other: Reserve, fee: number): Promise<void>;
}

/** Where the owner's first transactions put the contracts. */
const addressAt = (nonce: bigint): Address => getContractAddress({ from: LIQUIDITY.address, nonce });
const CONTRACTS: PoolContracts & { readonly positions: Address } = {
  wrapped: addressAt(0n),
  pairFactory: addressAt(1n),
  poolFactory: addressAt(2n),
  multicall: addressAt(3n),
  positions: addressAt(4n),
  quoter: addressAt(5n),
  router: addressAt(6n),
};

/**
 * Deploys the contracts of the pools on an anvil chain that lacks them. Their addresses are the same on every chain on which the
 * owner has sent no other transaction before.
 *
 * @param url - JSON-RPC of the chain.
 */
export async function openLiquidity(url: string): Promise<Liquidity> {
  const chain = await openChain(url);
  const artifacts = poolArtifacts();
  const send = sender(chain);
  const deploy = async ({ abi, bytecode }: PoolArtifact, args: readonly unknown[] = []): Promise<Address> => {
    const { contractAddress } = await send(undefined, encodeDeployData({ abi, bytecode, args }));
    if (!contractAddress) throw new Error('A contract was not deployed.');
    return contractAddress;
  };
  const call = (address: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n) =>
    send(address, encodeFunctionData({ abi, functionName, args }), value);
  if (!(await hasCode(chain, CONTRACTS.router))) {
    await chain.test.setBalance({ address: LIQUIDITY.address, value: FUNDS });
    const { wrapped, pairFactory, poolFactory, positions } = CONTRACTS;
    await deploy(artifacts.wrapped);
    await deploy(artifacts.pairFactory, [LIQUIDITY.address]);
    await deploy(artifacts.poolFactory);
    await deploy(artifacts.multicall);
    await deploy(artifacts.positions, [poolFactory, wrapped, zeroAddress]);
    await deploy(artifacts.quoter, [poolFactory, wrapped]);
    await deploy(artifacts.router, [pairFactory, poolFactory, positions, wrapped]);
    // The lowest fee was added after the first deployment, by a vote.
    await call(poolFactory, artifacts.poolFactory.abi, 'enableFeeAmount', [100, SPACING[100]]);
    await call(wrapped, artifacts.wrapped.abi, 'deposit', [], FUNDS / 2n);
    await call(wrapped, erc20, 'approve', [positions, maxUint256]);
  }
  return {
    chain,
    contracts: CONTRACTS,
    async createToken(name, symbol) {
      const token = await deploy(artifacts.token, [name, symbol, FUNDS * 1_000n, LIQUIDITY.address]);
      await call(token, erc20, 'approve', [CONTRACTS.positions, maxUint256]);
      return token;
    },
    async createPermitToken() {
      const token = await deploy(artifacts.permitToken, [FUNDS * 1_000n]);
      await call(token, erc20, 'approve', [CONTRACTS.positions, maxUint256]);
      return token;
    },
    async transfer(token, to, amount) {
      await call(token, erc20, 'transfer', [to, amount]);
    },
    async addPair(one, other) {
      const factory = { address: CONTRACTS.pairFactory, abi: artifacts.pairFactory.abi };
      const args = [one.token, other.token];
      let pair = (await chain.reader.readContract({ ...factory, functionName: 'getPair', args })) as Address;
      if (pair === zeroAddress) {
        await call(factory.address, factory.abi, 'createPair', args);
        pair = (await chain.reader.readContract({ ...factory, functionName: 'getPair', args })) as Address;
      }
      for (const { token, amount } of [one, other]) await call(token, erc20, 'transfer', [pair, amount]);
      await call(pair, pairAbi, 'mint', [LIQUIDITY.address]);
    },
    async addPool(one, other, fee) {
      const [first, second] =
        one.token.toLowerCase() < other.token.toLowerCase() ? [one, other] : [other, one];
      const spacing = SPACING[fee] ?? 1;
      const edge = Math.floor(MAX_TICK / spacing) * spacing;
      const price = squareRoot((second.amount << 192n) / first.amount);
      const { abi } = artifacts.positions;
      const pool = [first.token, second.token, fee] as const;
      await call(CONTRACTS.positions, abi, 'createAndInitializePoolIfNecessary', [...pool, price]);
      const position = {
        token0: first.token,
        token1: second.token,
        fee,
        tickLower: -edge,
        tickUpper: edge,
        amount0Desired: first.amount,
        amount1Desired: second.amount,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: LIQUIDITY.address,
        deadline: maxUint256,
      };
      await call(CONTRACTS.positions, abi, 'mint', [position]);
    },
  };
}

/** Sends transactions of the owner and waits for each. */
function sender({ chain, reader, wallet }: DevelopmentChain) {
  return async (to: Address | undefined, data: Hex, value = 0n) => {
    const hash = await wallet.sendTransaction({
      account: LIQUIDITY,
      chain,
      data,
      value,
      gas: GAS,
      ...(to && { to }),
    });
    const receipt = await receiptOf(reader, hash);
    if (receipt.status !== 'success') throw new Error(`A transaction to ${to ?? 'no address'} reverted.`);
    return receipt;
  };
}

/** Waits for a receipt. viem's own wait looks once for each block, and on a busy machine the node may have no receipt yet then. */
async function receiptOf(reader: PublicClient, hash: Hex): Promise<TransactionReceipt> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => undefined);
    if (receipt) return receipt;
    await sleep(reader.pollingInterval);
  }
  throw new Error(`The transaction ${hash} has no receipt.`);
}

/** The whole part of a square root (Newton's method). */
function squareRoot(value: bigint): bigint {
  let root = value;
  let next = (value + 1n) / 2n;
  while (next < root) {
    root = next;
    next = (root + value / root) / 2n;
  }
  return root;
}
