/** How the embedded wallet handles a method: responds directly, requires the visitor's approval, or refuses it. */
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

/** Methods that need no approval. */
export const PASSED_METHODS = [
  ...reads,
  'eth_sendRawTransaction',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
] as const;

/** Methods that require the visitor's approval. */
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
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_revokePermissions',
  'wallet_sendCalls',
  // Nothing to approve, but shown to the visitor.
  'wallet_showCallsStatus',
] as const;

/** A method that the embedded wallet supports. */
export type RpcMethod = (typeof PASSED_METHODS)[number] | (typeof APPROVED_METHODS)[number];

const policies: ReadonlyMap<string, RpcPolicy> = new Map([
  ...PASSED_METHODS.map(method => [method, 'pass'] as const),
  ...APPROVED_METHODS.map(method => [method, 'approve'] as const),
]);

/** Whether the embedded wallet supports a method. */
export function isRpcMethod(method: string): method is RpcMethod {
  return policies.has(method);
}

/**
 * How the embedded wallet handles a method; unlisted methods are refused.
 *
 * @param chainNamespace - CAIP-2 namespace of the request's chain: a method of another namespace is refused.
 */
export function rpcPolicy(method: string, chainNamespace?: string): RpcPolicy {
  const own = method.startsWith('solana_') ? 'solana' : 'eip155';
  if (chainNamespace !== undefined && chainNamespace !== own) return 'refuse';
  return policies.get(method) ?? 'refuse';
}
