/**
 * Kinds of methods that the public may call. `read`: any node may run it, repeatedly, and identical calls share a request;
 * `send`: passes on a signed transaction, to one node after the other; `bound`: depends on the node of an earlier call, so
 * it always goes to the first node of the list.
 */
export type MethodKind = 'read' | 'send' | 'bound';

const EVM_READS = `
  eth_accessList eth_baseFee eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas
  eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts
  eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getLogs eth_getProof
  eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
  eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleByBlockHashAndIndex
  eth_getUncleByBlockNumberAndIndex eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
  eth_maxPriorityFeePerGas eth_protocolVersion eth_simulateV1 eth_syncing net_listening net_peerCount net_version
  web3_clientVersion web3_sha3 eth_getUserOperationByHash eth_getUserOperationReceipt eth_supportedEntryPoints
  zks_estimateFee zks_estimateGasL1ToL2 zks_getBaseTokenL1Address zks_getBlockDetails zks_getBridgehubContract
  zks_getBridgeContracts zks_getL1BatchNumber zks_getL2ToL1LogProof zks_getMainContract zks_getTestnetPaymaster
  zks_getTransactionDetails zks_L1ChainId optimism_outputAtBlock bor_getAuthor eth_bigBlockGasPrice`;

const SOLANA_READS = `
  getAccountInfo getBalance getBlock getBlockCommitment getBlockHeight getBlockProduction getBlockTime getBlocks
  getBlocksWithLimit getClusterNodes getEpochInfo getEpochSchedule getFeeForMessage getFirstAvailableBlock
  getGenesisHash getHealth getHighestSnapshotSlot getIdentity getInflationGovernor getInflationRate
  getInflationReward getLargestAccounts getLatestBlockhash getLeaderSchedule getMaxRetransmitSlot
  getMaxShredInsertSlot getMinimumBalanceForRentExemption getMultipleAccounts getProgramAccounts
  getRecentPerformanceSamples getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot
  getSlotLeader getSlotLeaders getStakeMinimumDelegation getSupply getTokenAccountBalance getTokenAccountsByDelegate
  getTokenAccountsByOwner getTokenLargestAccounts getTokenSupply getTransaction getTransactionCount getVersion
  getVoteAccounts isBlockhashValid minimumLedgerSlot simulateTransaction`;

const SENDS =
  'eth_sendRawTransaction eth_sendRawTransactionSync eth_sendUserOperation sendTransaction requestAirdrop';

const BOUND = `eth_newFilter eth_newBlockFilter eth_newPendingTransactionFilter eth_getFilterChanges
  eth_getFilterLogs eth_uninstallFilter eth_estimateUserOperationGas`;

const named = (names: string, kind: MethodKind) =>
  names
    .trim()
    .split(/\s+/)
    .map(name => [name, kind] as const);

const KINDS: ReadonlyMap<string, MethodKind> = new Map([
  ...named(EVM_READS, 'read'),
  ...named(SOLANA_READS, 'read'),
  ...named(SENDS, 'send'),
  ...named(BOUND, 'bound'),
]);

/** The kind of a method; undefined if the public may not call it, for example because it uses or controls the node. */
export function methodKind(method: string): MethodKind | undefined {
  return KINDS.get(method);
}
