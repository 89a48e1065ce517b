import type { ChainAdapter } from '../core/adapter/ChainAdapter.js';

/** Parts that load before the engine, or that EVM doesn't need. */
type NotOfEngine =
  | 'namespace'
  | 'watch'
  | 'restoring'
  | 'load'
  | 'start'
  | 'preload'
  | 'isAddress'
  | 'signIn'
  | 'signTransaction'
  | 'sendTransfer';

/** The working part of the adapter, loaded on intent. */
export type EvmEngine = Required<Omit<ChainAdapter, NotOfEngine>>;
