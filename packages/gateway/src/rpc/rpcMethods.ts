/**
 * What the public may call. `read`: may be asked of any node, twice, and shared by those who ask the same; `send`: hands
 * on what a wallet has signed, to one node after the other; `bound`: belongs to the node that answered before, and goes to
 * the first of the list only.
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

/** What kind of call it is; undefined: not for the public. Methods that use or steer a node are not in the list. */
export function methodKind(method: string): MethodKind | undefined {
  return KINDS.get(method);
}
