import type { ChainAdapter } from '../core/adapter/ChainAdapter.js';

/** The working part of the adapter, loaded on intent. */
export type SolanaEngine = Required<
  Pick<
    ChainAdapter,
    | 'connect'
    | 'reconnect'
    | 'disconnect'
    | 'switchNetwork'
    | 'getBalance'
    | 'getProvider'
    | 'signMessage'
    | 'signIn'
    | 'signTransaction'
    | 'sendTransaction'
    | 'prepareTransfer'
    | 'transfer'
    | 'waitForTransaction'
  >
>;
