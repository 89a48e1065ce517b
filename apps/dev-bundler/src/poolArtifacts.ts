import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

const load = createRequire(import.meta.url);

/** A compiled contract. */
export interface PoolArtifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** Truffle leaves the prefix out. */
const artifact = (path: string, from: NodeJS.Require = load): PoolArtifact => {
  const { abi, bytecode } = from(path) as { abi: Abi; bytecode: string };
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` };
};

/** The contracts of pools with a constant product (v2) and with ranges (v3), as they are on public chains. */
export const poolArtifacts = () => ({
  wrapped: artifact('@uniswap/v2-periphery/build/WETH9.json'),
  pairFactory: artifact('@uniswap/v2-core/build/UniswapV2Factory.json'),
  poolFactory: artifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  positions: artifact(
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  ),
  multicall: artifact(
    '@uniswap/v3-periphery/artifacts/contracts/lens/UniswapInterfaceMulticall.sol/UniswapInterfaceMulticall.json',
  ),
  quoter: artifact('@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
  router: artifact('@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json'),
  permitToken: artifact('@uniswap/v2-core/build/ERC20.json'),
  // The version of OpenZeppelin that the router depends on: a later one has no complete token.
  token: artifact(
    '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json',
    createRequire(load.resolve('@uniswap/swap-router-contracts/package.json')),
  ),
});
