import type { ChainAdapter } from '../../core/adapter/ChainAdapter.js';

/** What loads before the engine does, and what EVM has no use for. */
type NotOfEngine =
  | 'namespace'
  | 'watch'
  | 'restoring'
  | 'load'
  | 'start'
  | 'preload'
  | 'isAddress'
  | 'signIn'
  | 'signTransaction';

/** The working part of the adapter, loaded on intent. */
export type EvmEngine = Required<Omit<ChainAdapter, NotOfEngine>>;
