import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { type Hash, isHash, parseEventLogs, type RpcTransactionReceipt, toHex } from 'viem';
import { entryPoint07Abi, getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction';
import { BUNDLER, type DevelopmentChain } from './DevelopmentChain.js';
import { estimateGas } from './estimateGas.js';
import { RpcError } from './RpcError.js';
import { type Operation, readDraft, readUserOperation, requireEntryPoint } from './readUserOperation.js';
import { refusalOf } from './refusalOf.js';

const { entryPoint } = SMART_ACCOUNT_V1;
/** Above what the node would estimate: the operation's own limits count. */
const BUNDLE_OVERHEAD = 500_000n;
/** A replacement must pay this share of the first one's fees, in percent. */
const REPLACEMENT = 110n;

/** Methods of JSON-RPC by name. */
export type RpcMethods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

interface Pending {
  readonly hash: Hash;
  readonly operation: Operation;
  /** As received. */
  readonly wire: unknown;
  /** The transaction of its bundle; undefined while it waits. */
  transaction: Hash | undefined;
}

/**
 * A bundler for one anvil chain: it simulates each user operation, sends it in a bundle of its own, and sends it again when a
 * reorganisation removed the bundle. In the manual mode of ERC-7769 operations wait for `debug_bundler_sendBundleNow`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export function createBundler(chain: DevelopmentChain): RpcMethods {
  const operations = new Map<Hash, Pending>();
  let isManual = false;
  let queue: Promise<unknown> = Promise.resolve();
  /** One at a time, so that each bundle gets the next nonce of the bundler. */
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(run);
    queue = result.catch(() => {});
    return result;
  };
  const bundle = (pending: Pending) => inTurn(() => sendBundle(chain, pending));

  const receiptOf = async (pending: Pending) => {
    const { transaction } = pending;
    if (transaction === undefined) return undefined;
    const raw = await chain.reader.request({ method: 'eth_getTransactionReceipt', params: [transaction] });
    if (raw) return raw;
    const known = await chain.reader.request({ method: 'eth_getTransactionByHash', params: [transaction] });
    // A reorganisation removed the bundle. An operation that is not valid any more stays without a receipt.
    if (!known && !isManual) await bundle(pending).catch(() => operations.delete(pending.hash));
    return undefined;
  };
  const find = (hash: unknown) => {
    if (typeof hash !== 'string' || !isHash(hash)) throw new RpcError('invalidParams', 'Not a hash.');
    return operations.get(hash);
  };

  return {
    eth_chainId: () => toHex(chain.chain.id),
    eth_supportedEntryPoints: () => [entryPoint],
    eth_estimateUserOperationGas: ([draft, address]) => {
      requireEntryPoint(address);
      return estimateGas(chain, readDraft(draft));
    },
    async eth_sendUserOperation([wire, address]) {
      requireEntryPoint(address);
      const operation = readUserOperation(wire);
      const hash = hashOf(chain, operation);
      if (operations.has(hash)) throw new RpcError('invalidParams', 'The user operation is already known.');
      const pending: Pending = { hash, operation, wire, transaction: undefined };
      refuseTwins(operations, pending);
      await inTurn(() => simulate(chain, operation));
      operations.set(hash, pending);
      if (isManual) return hash;
      await bundle(pending).catch((error: unknown) => {
        operations.delete(hash);
        throw error;
      });
      return hash;
    },
    async eth_getUserOperationByHash([hash]) {
      const pending = find(hash);
      if (!pending) return null;
      const receipt = await receiptOf(pending);
      return {
        userOperation: pending.wire,
        entryPoint,
        transactionHash: pending.transaction ?? null,
        blockHash: receipt?.blockHash ?? null,
        blockNumber: receipt?.blockNumber ?? null,
      };
    },
    async eth_getUserOperationReceipt([hash]) {
      const pending = find(hash);
      const receipt = pending && (await receiptOf(pending));
      return receipt ? describeReceipt(pending.hash, receipt) : null;
    },
    debug_bundler_clearState: () => {
      operations.clear();
      return 'ok';
    },
    debug_bundler_dumpMempool: () =>
      [...operations.values()].filter(({ transaction }) => !transaction).map(({ wire }) => wire),
    debug_bundler_setBundlingMode: ([mode]) => {
      if (mode !== 'manual' && mode !== 'auto') throw new RpcError('invalidParams', 'Not a mode.');
      isManual = mode === 'manual';
      return 'ok';
    },
    async debug_bundler_sendBundleNow() {
      for (const pending of [...operations.values()]) {
        if (!pending.transaction) await bundle(pending).catch(() => operations.delete(pending.hash));
      }
      return 'ok';
    },
  };
}

function hashOf({ chain }: DevelopmentChain, userOperation: Operation): Hash {
  return getUserOperationHash({
    userOperation,
    chainId: chain.id,
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
  });
}

/** Removes a waiting operation with the same nonce, if the new one pays more. @throws RpcError if it does not. */
function refuseTwins(operations: Map<Hash, Pending>, { operation }: Pending): void {
  const waiting = [...operations.values()].filter(({ transaction }) => !transaction);
  const twin = waiting.find(
    other =>
      other.operation.nonce === operation.nonce &&
      other.operation.sender.toLowerCase() === operation.sender.toLowerCase(),
  );
  if (!twin) return;
  if (operation.maxFeePerGas * 100n < twin.operation.maxFeePerGas * REPLACEMENT) {
    throw new RpcError(
      'rejected',
      'A user operation with this nonce waits: a replacement must pay 10 % more.',
    );
  }
  operations.delete(twin.hash);
}

function handleOps(operation: Operation) {
  return {
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], BUNDLER.address],
  } as const;
}

async function simulate({ reader }: DevelopmentChain, operation: Operation): Promise<void> {
  await reader
    .simulateContract({ ...handleOps(operation), account: BUNDLER, gas: gasOf(operation) })
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
}

async function sendBundle(chain: DevelopmentChain, pending: Pending): Promise<void> {
  const { operation } = pending;
  await simulate(chain, operation);
  pending.transaction = await chain.wallet.writeContract({
    ...handleOps(operation),
    account: BUNDLER,
    chain: chain.chain,
    gas: gasOf(operation),
  });
}

function gasOf(operation: Operation): bigint {
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation;
  return (
    operation.callGasLimit +
    operation.verificationGasLimit +
    operation.preVerificationGas +
    paymasterVerificationGasLimit +
    paymasterPostOpGasLimit +
    BUNDLE_OVERHEAD
  );
}

/** The receipt of a user operation, from its bundle's. */
function describeReceipt(hash: Hash, receipt: RpcTransactionReceipt) {
  const events = parseEventLogs({
    abi: entryPoint07Abi,
    logs: receipt.logs,
    eventName: 'UserOperationEvent',
  });
  const event = events.find(({ args }) => args.userOpHash === hash);
  // The bundle itself failed, because the operation was not valid any more when it was mined.
  if (!event) return null;
  const { sender, nonce, paymaster, actualGasCost, actualGasUsed, success } = event.args;
  return {
    userOpHash: hash,
    entryPoint,
    sender,
    nonce: toHex(nonce),
    paymaster,
    actualGasCost: toHex(actualGasCost),
    actualGasUsed: toHex(actualGasUsed),
    success,
    logs: receipt.logs,
    receipt,
  };
}
