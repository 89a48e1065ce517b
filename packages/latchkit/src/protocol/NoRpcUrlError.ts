import { BaseError } from './BaseError.js';

/** No RPC URL is known for a chain. */
export class NoRpcUrlError extends BaseError {
  constructor(chainId: string) {
    super('NO_RPC_URL', `No RPC url provided for chainId ${chainId}`, {
      context: { chainId },
      details: 'Set rpcUrls for the network, or configure a gateway.',
    });
  }
}
