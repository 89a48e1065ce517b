export { deployPools } from './deployPools.js';
export { type Liquidity, openLiquidity, type PoolContracts, type Reserve } from './openLiquidity.js';
export {
  type DevelopmentBundler,
  type DevelopmentBundlerOptions,
  startDevelopmentBundler,
} from './startDevelopmentBundler.js';
