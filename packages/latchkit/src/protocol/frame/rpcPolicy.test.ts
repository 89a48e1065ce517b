import { describe, expect, it } from 'vitest';
import { APPROVED_METHODS, PASSED_METHODS, rpcPolicy } from './rpcPolicy.js';

/** The methods of row RPC-01, as the specification lists them. */
const reads =
  `eth_accounts, eth_blockNumber, eth_call, eth_chainId, eth_estimateGas, eth_feeHistory, eth_gasPrice, eth_getBalance,
eth_getBlockByHash, eth_getBlockByNumber, eth_getBlockReceipts, eth_getBlockTransactionCountByHash,
eth_getBlockTransactionCountByNumber, eth_getCode, eth_getFilterChanges, eth_getFilterLogs, eth_getLogs, eth_getProof,
eth_getStorageAt, eth_getTransactionByBlockHashAndIndex, eth_getTransactionByBlockNumberAndIndex, eth_getTransactionByHash,
eth_getTransactionCount, eth_getTransactionReceipt, eth_getUncleByBlockHashAndIndex, eth_getUncleByBlockNumberAndIndex,
eth_getUncleCountByBlockHash, eth_getUncleCountByBlockNumber, eth_maxPriorityFeePerGas, eth_newBlockFilter, eth_newFilter,
eth_newPendingTransactionFilter, eth_syncing, eth_uninstallFilter`.split(/,\s*/);

const others = [
  'eth_sendRawTransaction',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
];

describe('rpcPolicy', () => {
  it('passes the reads and nothing more without approval', () => {
    expect([...PASSED_METHODS].sort()).toEqual([...reads, ...others].sort());
    for (const method of PASSED_METHODS) expect(rpcPolicy(method, 'eip155')).toBe('pass');
  });

  it('requires approval for methods that sign, send or permit', () => {
    for (const method of APPROVED_METHODS) {
      expect(rpcPolicy(method, method.startsWith('solana_') ? 'solana' : 'eip155')).toBe('approve');
    }
  });

  it('SEC-68: refuses unlisted methods, whatever their form', () => {
    const refused = [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'wallet_addEthereumChain',
      'eth_getEncryptionPublicKey',
      'personal_Sign',
      ' personal_sign',
      'constructor',
      '__proto__',
      'toString',
      '',
    ];
    for (const method of refused) expect(rpcPolicy(method)).toBe('refuse');
  });

  it('refuses a method on a chain of another kind', () => {
    expect(rpcPolicy('personal_sign', 'solana')).toBe('refuse');
    expect(rpcPolicy('solana_signMessage', 'eip155')).toBe('refuse');
    expect(rpcPolicy('eth_call', 'bip122')).toBe('refuse');
  });
});
