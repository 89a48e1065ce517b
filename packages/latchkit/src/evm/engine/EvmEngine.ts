import type { ChainAdapter } from '../../core/contracts/ChainAdapter.js';

/** The working part of the adapter, loaded on intent. */
export type EvmEngine = Required<Omit<ChainAdapter, 'namespace' | 'watch' | 'start' | 'preload'>>;
