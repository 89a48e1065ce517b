import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { RpcService } from '../chains/service.js';
import {
  type BlockMovements,
  type BlockReader,
  blockReader,
  type IndexedBlock,
} from '../history/sources/indexer/readBlock.js';
import type { FoundTransfer, Reading, ReadPosition, TransferSource, Watched } from './TransferSource.js';

/** Blocks per step, and blocks that are read again after a reorganisation. */
const BATCH = 50;
const DEPTH = 64;
/** Blocks that are read at once. */
const PARALLEL = 8;
/** Recipients for whose logs a node is asked; above, a block is read whole. */
const MOST_SEARCHED = 100;

/** Transfers on an EVM chain, from its blocks and their receipts. */
export function evmTransfers(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  stopped: AbortSignal,
): TransferSource {
  const reader = blockReader(rpc, chainId, stopped);
  return {
    head: () => reader.header('latest'),
    read: (position, watched) => readChain(reader, position, watched),
  };
}

async function readChain(
  reader: BlockReader,
  position: ReadPosition,
  { recipients, needsFinalized }: Watched,
): Promise<Reading | undefined> {
  const askedAt = new Date();
  const latest = await reader.header('latest');
  // A node that is behind, or a shorter branch that grows: what was seen is not lost. Further back, the chain was restarted.
  if (!latest || (latest.number < position.number && position.number - latest.number <= DEPTH))
    return undefined;
  const isSame = (await reader.header(position.number))?.hash === position.hash;
  // After a reorganisation, also in a chain that became shorter.
  const from = isSame ? position.number : Math.max(-1, Math.min(position.number, latest.number) - DEPTH);
  const to = Math.min(latest.number, Math.max(from + BATCH, isSame ? 0 : position.number));
  const readBlock = blockReads(reader, recipients);
  const blocks: WatchedBlock[] = [];
  for (let first = from + 1; first <= to; first += PARALLEL) {
    const heights = Array.from({ length: Math.min(PARALLEL, to - first + 1) }, (_, index) => first + index);
    const read = await Promise.all(heights.map(readBlock));
    for (const block of read) {
      const before = blocks.at(-1)?.hash ?? (isSame ? position.hash : block?.parentHash);
      if (block === undefined || block.parentHash !== before) return undefined;
      blocks.push(block);
    }
  }
  // Not every chain knows this tag.
  const final = needsFinalized ? await reader.header('finalized').catch(() => undefined) : undefined;
  const next = blocks.at(-1) ?? position;
  return {
    from,
    height: next.number,
    next,
    found: (
      await Promise.all(
        blocks.map(async block => [
          ...transfersIn(block, recipients),
          ...(await innerTransfersIn(reader, block, recipients)),
        ]),
      )
    ).flat(),
    finalized: final?.number,
    completeAt: to === latest.number ? askedAt : undefined,
  };
}

/** A block with what it moved; its operations only where native currency is watched. */
type WatchedBlock = IndexedBlock | (BlockMovements & { readonly operations?: undefined });

/** How blocks are read: for tokens alone by their logs, which are a small part of a block. */
function blockReads(
  reader: BlockReader,
  recipients: ReadonlySet<string>,
): (height: number) => Promise<WatchedBlock | undefined> {
  const places = [...recipients].map(key => key.split(' '));
  const tokens = [...new Set(places.map(([, token = '']) => token))];
  const receivers = [...new Set(places.map(([receiver = '']) => receiver))];
  if (tokens.includes('') || recipients.size > MOST_SEARCHED) return height => reader.block(height);
  return async height => {
    try {
      return await reader.tokenMovements(height, tokens, receivers);
    } catch (error) {
      if (error instanceof RpcError && error.code === 'CALL_FAILED') return reader.block(height);
      throw error;
    }
  };
}

function transfersIn(
  { number, timestamp, transactions }: WatchedBlock,
  recipients: ReadonlySet<string>,
): readonly FoundTransfer[] {
  return transactions.flatMap(({ hash, movements }) => {
    const seen = new Map<string, number>();
    return movements.flatMap(movement => {
      const token = movement.kind === 'native' ? '' : (movement.token ?? '');
      const key = `${movement.to} ${token}`;
      if (movement.kind === 'nft' || !recipients.has(key)) return [];
      const ordinal = seen.get(key) ?? 0;
      seen.set(key, ordinal + 1);
      const { from: sender, to: recipient, amount } = movement;
      const includedAt = new Date(timestamp * 1_000);
      return [{ hash, recipient, token, ordinal, blockNumber: number, includedAt, sender, amount }];
    });
  });
}

/**
 * Native currency from smart accounts: it moves inside a transaction and shows only in the receiver's balance. Receivers that sent a
 * transaction in the same block are left out, because their balance also paid its fee.
 */
async function innerTransfersIn(
  reader: BlockReader,
  block: WatchedBlock,
  recipients: ReadonlySet<string>,
): Promise<readonly FoundTransfer[]> {
  if (!block.operations) return [];
  const { number, timestamp, transactions, operations } = block;
  const [operation] = operations;
  if (!operation) return [];
  const native = [...recipients].filter(key => key.endsWith(' ')).map(key => key.trimEnd());
  const idle = native.filter(address => transactions.every(({ from }) => from !== address));
  const found = await Promise.all(
    idle.map(async (recipient): Promise<readonly FoundTransfer[]> => {
      const [before, after] = await Promise.all([
        reader.balance(recipient, number - 1),
        reader.balance(recipient, number),
      ]);
      const seen = transactions
        .flatMap(({ movements }) => movements)
        .filter(({ kind, to }) => kind === 'native' && to === recipient)
        .reduce((sum, { amount }) => sum + amount, 0n);
      const amount = after - before - seen;
      if (amount <= 0n) return [];
      const { hash, sender } = operation;
      const includedAt = new Date(timestamp * 1_000);
      const place = { hash, recipient, token: '', ordinal: 0, blockNumber: number, includedAt };
      // Any contract that was called in the block may have sent it.
      return [{ ...place, sender, amount, isSenderCertain: false }];
    }),
  );
  return found.flat();
}
