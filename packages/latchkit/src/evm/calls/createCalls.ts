import type { CallsRequest, CallsStatus, SentCalls } from '../../core/adapter/Calls.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { awaitTransaction } from '../chain/awaitTransaction.js';
import type { GasLimits } from '../chain/createGasLimits.js';
import type { Reader, Readers } from '../chain/createReaders.js';
import { readReceipt } from '../chain/readReceipt.js';
import type { EvmEngine } from '../EvmEngine.js';
import {
  METHOD_NOT_FOUND,
  NOT_ATOMIC,
  UNKNOWN_BATCH,
  UNSUPPORTED_CAPABILITY,
  UNSUPPORTED_METHOD,
  UPGRADE_REJECTED,
} from '../provider/errorCodes.js';
import { toHex } from '../provider/quantity.js';
import { walletErrorCode } from '../provider/walletErrorCode.js';
import { assertChain, createWalletRequest, toRpcCall } from '../provider/walletRequest.js';
import { readCallsStatus } from './readCallsStatus.js';
import { readSequentialId, sendSequentially } from './sequentialCalls.js';

/** Batches of calls, and what the wallet can do with them. */
export type Calls = Pick<EvmEngine, 'sendCalls' | 'getCallsStatus' | 'showCallsStatus' | 'getCapabilities'>;

/** What batches need of the adapter. */
export interface CallsContext {
  readonly connected: (connectorId: string) => Promise<WagmiConnector>;
  readonly readerOf: Readers;
  readonly networks: () => readonly CaipNetwork[];
  readonly sendTransaction: EvmEngine['sendTransaction'];
  readonly limits: Pick<GasLimits, 'ranOut'>;
}

/** Creates the requests for batches (EIP-5792) to connected wallets. */
export function createCalls({ connected, readerOf, networks, sendTransaction, limits }: CallsContext): Calls {
  const request = createWalletRequest(connected);

  const sendOneByOne = (batch: CallsRequest): Promise<SentCalls> => {
    const { connectorId, address, network } = batch;
    return sendSequentially(
      {
        send: transaction => sendTransaction({ connectorId, address, transaction, network }),
        settle: async (hash, signal) => {
          const sent = { hash, chainId: network.caipNetworkId, address };
          return awaitTransaction(await readerOf(network), sent, signal, limits);
        },
      },
      batch,
    );
  };

  return {
    async sendCalls(batch) {
      const { connectorId, address, network, calls, atomicRequired = false, capabilities } = batch;
      try {
        return await request(
          connectorId,
          async provider => {
            const parameters = calls.map(toRpcCall);
            const chainId = await assertChain(provider, network);
            const params = { version: '2.0.0', from: address, chainId, atomicRequired, calls: parameters };
            const asked = { ...params, ...(capabilities && { capabilities }) };
            return { id: batchId(await provider.request({ method: 'wallet_sendCalls', params: [asked] })) };
          },
          callsError,
        );
      } catch (error) {
        if (!batch.sequential || !mayRunOneByOne(batch, error)) throw error;
        return sendOneByOne(batch);
      }
    },
    async getCallsStatus({ connectorId, id, network }) {
      const sequential = readSequentialId(id);
      if (sequential) {
        const { chainId, hashes } = sequential;
        const own = networks().find(one => Number(one.id) === chainId);
        if (!own) throw createError('NETWORK_NOT_FOUND', { context: { chainId: `eip155:${chainId}` } });
        return sequentialStatus(id, own, hashes, await readerOf(own));
      }
      return request(
        connectorId,
        async provider => {
          const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] });
          return readCallsStatus(answer, { id, chainId: Number(network.id) });
        },
        callsError,
      );
    },
    showCallsStatus: ({ connectorId, id }) =>
      request(
        connectorId,
        async provider => {
          await provider.request({ method: 'wallet_showCallsStatus', params: [id] });
        },
        callsError,
      ),
    getCapabilities: ({ connectorId, address }) =>
      request(connectorId, async provider => {
        const byChain = await provider.request({ method: 'wallet_getCapabilities', params: [address] });
        if (!isRecord(byChain)) throw new TypeError('The wallet returned no capabilities.');
        return Object.fromEntries(
          Object.entries(byChain).flatMap(([key, capabilities]) => {
            const chainId = key === ALL_CHAINS ? 0 : readEvmChainId(key);
            return chainId === undefined ? [] : [[toHex(chainId), capabilities] as const];
          }),
        );
      }),
  };
}

/** The key of capabilities that hold on every chain (EIP-5792). */
const ALL_CHAINS = '0x0';

/** Whether calls that the wallet refused as a batch may be sent one by one: nothing that the page requires would be lost. */
function mayRunOneByOne(
  { calls, atomicRequired, capabilities = {} }: CallsRequest,
  refusal: unknown,
): boolean {
  if (!isError(refusal, 'CALLS_NOT_SUPPORTED') || (atomicRequired && calls.length > 1)) return false;
  return Object.values(capabilities).every(one => isRecord(one) && one.optional === true);
}

/** Reads the state of calls that were sent one by one. `hashes` has undefined for calls never sent. */
async function sequentialStatus(
  id: string,
  network: CaipNetwork,
  hashes: readonly (string | undefined)[],
  reader: Reader,
): Promise<CallsStatus> {
  const found = await Promise.all(
    hashes.map(hash => hash && reader.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  const receipts = found.filter(isRecord).flatMap(one => readReceipt(one) ?? []);
  const landed = receipts.filter(({ status }) => status === 'success').length;
  const sent = hashes.filter(hash => hash !== undefined).length;
  const common = { id, chainId: network.caipNetworkId, atomic: false };
  if (receipts.length < sent) return { ...common, status: 'pending', statusCode: 100, receipts: [] };
  if (landed === hashes.length) return { ...common, status: 'success', statusCode: 200, receipts };
  return { ...common, status: 'failure', statusCode: landed === 0 ? 500 : 600, receipts };
}

/** Reads a batch id: in an object since version 2 of EIP-5792, plain text before. */
function batchId(answer: unknown): string {
  const id = isRecord(answer) ? answer.id : answer;
  if (typeof id === 'string') return id;
  throw new TypeError('The wallet returned no batch id.');
}

/** Creates the error for a wallet's error code of EIP-5792; REQUEST_FAILED for any other. */
function callsError(options: BaseErrorOptions): BaseError {
  switch (walletErrorCode(options.cause)) {
    case METHOD_NOT_FOUND:
    case UNSUPPORTED_METHOD: {
      const message = 'This account cannot send several calls as one request: send them one by one';
      const details = 'The wallet knows no batches (EIP-5792).';
      return new BaseError('CALLS_NOT_SUPPORTED', message, { ...options, details });
    }
    case UNSUPPORTED_CAPABILITY:
      return new BaseError(
        'CAPABILITY_NOT_SUPPORTED',
        'The wallet lacks a capability that these calls need',
        options,
      );
    case UNKNOWN_BATCH:
      return new BaseError('CALLS_NOT_FOUND', 'The wallet does not know these calls', options);
    case UPGRADE_REJECTED:
    case NOT_ATOMIC:
      return new BaseError('CALLS_NOT_ATOMIC', 'The wallet cannot run these calls as one', options);
    default:
      return createError('REQUEST_FAILED', options);
  }
}
