import * as z from 'zod';
import type { RpcService } from '../../../chains/service.js';
import type { Movement } from '../ChainTransaction.js';
import { OPERATION, readOperations } from './readOperations.js';
import { readTransfers, TRANSFER } from './readTransfers.js';

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const count = quantity.transform(Number);
const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(text => text.toLowerCase());

const header = z.object({ number: count, hash, parentHash: hash, timestamp: count });
const fullBlock = header.extend({
  transactions: z.array(
    z.object({ hash, from: address, to: address.nullish(), value: quantity, input: hex, nonce: count }),
  ),
});
const log = z.object({ address, topics: z.array(hash), data: hex });
const foundLogs = z.array(log.extend({ transactionHash: hash }));
const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  status: count.optional(),
  contractAddress: address.nullish(),
  logs: z.array(log),
});

/** Identifies a block in the chain. */
export type Header = z.infer<typeof header>;

/** A transaction of a block. */
export interface IndexedTransaction {
  readonly position: number;
  readonly hash: string;
  readonly failed: boolean;
  readonly from: string;
  readonly to: string | undefined;
  readonly nonce: number;
  readonly selector: string | undefined;
  readonly movements: readonly Movement[];
  /** Accounts whose history contains the transaction. */
  readonly accounts: readonly string[];
}

/** A user operation of a smart account (ERC-4337). */
export interface BlockOperation {
  /** Of the transaction. */
  readonly hash: string;
  /** The smart account. */
  readonly sender: string;
}

export interface IndexedBlock extends Header {
  readonly transactions: readonly IndexedTransaction[];
  readonly operations: readonly BlockOperation[];
}

/** A block with the movements of some of its transactions. */
export interface BlockMovements extends Header {
  readonly transactions: readonly Pick<IndexedTransaction, 'hash' | 'movements'>[];
}

/** The zero address, which takes part in mints and burns and has no history. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** Reads blocks of one chain. */
export interface BlockReader {
  header(number: number | 'latest' | 'finalized'): Promise<Header | undefined>;
  /** Reads a block with its movements; undefined if it doesn't exist or changed during the read. */
  block(number: number): Promise<IndexedBlock | undefined>;
  /**
   * Reads only what a block moved of some tokens to some accounts; undefined as for `block`.
   *
   * @throws also if the node cannot search the logs of one block.
   */
  tokenMovements(
    number: number,
    tokens: readonly string[],
    receivers: readonly string[],
  ): Promise<BlockMovements | undefined>;
  /** The balance of an account after a block. */
  balance(address: string, number: number): Promise<bigint>;
}

export function blockReader(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  stopped: AbortSignal,
): BlockReader {
  const call = (method: string, params: readonly unknown[]) => rpc.call(chainId, method, params, stopped);
  const receiptsOf = async (number: number, hashes: readonly string[]) => {
    if (hashes.length === 0) return [];
    const all = await call('eth_getBlockReceipts', [toHex(number)]).catch(unknownMethod);
    const list = all ?? (await Promise.all(hashes.map(one => call('eth_getTransactionReceipt', [one]))));
    return z.array(receipt).parse(list);
  };
  const readHeader = async (number: number | 'latest' | 'finalized') => {
    const tag = typeof number === 'string' ? number : toHex(number);
    const found = await call('eth_getBlockByNumber', [tag, false]);
    return found === null ? undefined : header.parse(found);
  };
  return {
    header: readHeader,
    async tokenMovements(number, tokens, receivers) {
      const found = await readHeader(number);
      if (!found) return undefined;
      // By the block's hash: a node that does not know this block refuses, instead of answering that it is empty.
      const topics = [TRANSFER, null, receivers.map(one => `0x${one.slice(2).padStart(64, '0')}`)];
      const logs = foundLogs.parse(
        await call('eth_getLogs', [{ blockHash: found.hash, address: tokens, topics }]),
      );
      const hashes = [...new Set(logs.map(one => one.transactionHash))];
      const transactions = hashes.map(one => ({
        hash: one,
        movements: readTransfers(logs.filter(({ transactionHash }) => transactionHash === one)),
      }));
      return { ...found, transactions };
    },
    async balance(address, number) {
      return quantity.parse(await call('eth_getBalance', [address, toHex(number)]));
    },
    async block(number) {
      const found = await call('eth_getBlockByNumber', [toHex(number), true]);
      if (found === null) return undefined;
      const { transactions, ...rest } = fullBlock.parse(found);
      const receipts = new Map(
        (
          await receiptsOf(
            number,
            transactions.map(one => one.hash),
          )
        ).map(one => [one.transactionHash, one]),
      );
      const indexed = transactions.map((one, position) =>
        toIndexed(one, position, receipts.get(one.hash), rest.hash),
      );
      if (!indexed.every(one => one !== undefined)) return undefined;
      return { ...rest, transactions: indexed, operations: [...receipts.values()].flatMap(operationsIn) };
    },
  };
}

function toIndexed(
  { hash, from, to, value, input, nonce }: z.infer<typeof fullBlock>['transactions'][number],
  position: number,
  result: z.infer<typeof receipt> | undefined,
  blockHash: string,
): IndexedTransaction | undefined {
  // The chain was reorganised between two requests.
  if (result?.blockHash !== blockHash) return undefined;
  const failed = result.status === 0;
  const target = to ?? result.contractAddress ?? undefined;
  const native: Movement[] =
    value > 0n && !failed && target !== undefined
      ? [{ kind: 'native', from, to: target, amount: value }]
      : [];
  const operations = readOperations({ to: to ?? undefined, input }, result.logs);
  const movements = failed ? [] : [...native, ...operations.movements, ...readTransfers(result.logs)];
  const moved = movements.flatMap(one => [one.from, one.to]);
  const accounts = new Set([from, target, ...operations.senders, ...moved]);
  accounts.delete(NOBODY);
  return {
    position,
    hash,
    failed,
    from,
    to: to ?? undefined,
    nonce,
    selector: input.length >= 10 ? input.slice(0, 10).toLowerCase() : undefined,
    movements,
    accounts: [...accounts].filter(one => one !== undefined),
  };
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}

function operationsIn({ transactionHash, logs }: z.infer<typeof receipt>): readonly BlockOperation[] {
  return logs.flatMap(({ topics: [kind, , sender] }) =>
    kind === OPERATION && sender !== undefined
      ? [{ hash: transactionHash, sender: `0x${sender.slice(-40)}` }]
      : [],
  );
}

/** A node without this method gets a request for each receipt instead. */
function unknownMethod(error: unknown): undefined {
  const { code } = error as { code?: unknown };
  if (code === 'CALL_FAILED') return undefined;
  throw error;
}
