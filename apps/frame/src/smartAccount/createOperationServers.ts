import {
  callBundlerCall,
  type callBundlerRequest,
  type OperationServers,
  RpcRefusal,
  type SentUserOperation,
} from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { ChainReader } from '../chains/createChainReader.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { SentCallsRecord } from './createCallsStore.js';

export interface OperationServersParts {
  readonly walletService: ServiceClient;
  readonly withAccess: Account['withAccess'];
  readonly reader: ChainReader;
  /** The wallet that sends. Default: the active one. */
  readonly walletId?: string | undefined;
}

/** Creates the bundler and the node of each chain. */
export function createOperationServers({
  walletService,
  withAccess,
  reader,
  walletId,
}: OperationServersParts): (chainId: string, signal: AbortSignal) => OperationServers {
  return (chainId, signal) => ({
    signal,
    node: (method, params, until) => reader.request(chainId, method, params, until),
    bundler: async (method, params, until) =>
      resultOf(
        await withAccess(access =>
          walletService.call<typeof callBundlerRequest>(callBundlerCall, {
            ...{ params: { chainId }, access, signal: until },
            body: { method, params: [...params], walletId },
          }),
        ),
      ),
  });
}

/** The result of a JSON-RPC server. @throws RpcRefusal */
export function resultOf({
  result,
  error,
}: {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}): unknown {
  if (error) throw new RpcRefusal(error.code, error.message);
  return result;
}

/** A stored operation, as it is looked up. */
export function sentOf(operation: NonNullable<SentCallsRecord['operation']>): SentUserOperation {
  const { hash, fromBlock, ...others } = operation;
  return { ...others, hash: hash as `0x${string}`, fromBlock: BigInt(fromBlock) };
}
