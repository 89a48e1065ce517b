/** What the embedded wallet does with a method: answers it, asks the visitor first, or refuses it. */
export type RpcPolicy = 'pass' | 'approve' | 'refuse';

const reads = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_syncing',
  'eth_uninstallFilter',
] as const;

/** Methods that are answered without asking the visitor [RPC-01] [RPC-05] [RPC-09] [RPC-10] [RPC-13]. */
export const PASSED_METHODS = [
  ...reads,
  'eth_sendRawTransaction',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
] as const;

/** Methods that the visitor is asked about [PERM-08] to [PERM-14]. */
export const APPROVED_METHODS = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'eth_signTypedData_v4',
  'personal_sign',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_sendCalls',
] as const;

/** A method that the embedded wallet answers. */
export type RpcMethod = (typeof PASSED_METHODS)[number] | (typeof APPROVED_METHODS)[number];

const policies: ReadonlyMap<string, RpcPolicy> = new Map([
  ...PASSED_METHODS.map(method => [method, 'pass'] as const),
  ...APPROVED_METHODS.map(method => [method, 'approve'] as const),
]);

/** Whether the embedded wallet answers a method at all [ERR-35]. */
export function isRpcMethod(method: string): method is RpcMethod {
  return policies.has(method);
}

/**
 * What the embedded wallet does with a method; what no list names is refused.
 *
 * @param chainNamespace - CAIP-2 namespace of the chain that it is meant for: a method of another kind of chain is refused.
 */
export function rpcPolicy(method: string, chainNamespace?: string): RpcPolicy {
  const own = method.startsWith('solana_') ? 'solana' : 'eip155';
  if (chainNamespace !== undefined && chainNamespace !== own) return 'refuse';
  return policies.get(method) ?? 'refuse';
}
