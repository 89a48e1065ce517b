import { frameError, SMART_ACCOUNT_V1, type UserOperationOutcome } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { ChainReader } from '../chains/createChainReader.js';
import type { SentCallsRecord } from './createCallsStore.js';
import type { Operations } from './createOperations.js';

const log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
const receipt = z.object({
  logs: z.array(log),
  status: z.string(),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  transactionHash: z.string(),
});

/** A receipt as EIP-5792 has it. */
type Receipt = z.infer<typeof receipt>;

/** `BeforeExecution()` and `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` of EntryPoint 0.7. */
const BEFORE_EXECUTION = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972';
const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/**
 * `wallet_getCallsStatus` (EIP-5792), for calls of this host origin only.
 *
 * @throws frameError CALLS_NOT_FOUND; INTERNAL, TIMEOUT The chain does not respond.
 */
export async function answerCallsStatus(
  operations: Operations,
  reader: ChainReader,
  id: string,
  signal: AbortSignal,
): Promise<CallsStatusAnswer> {
  // In this order: what the page that sent it has recorded is complete once it no longer sends.
  const isSending = await operations.calls.isSending(id);
  const record = operations.calls.find(id);
  if (!record) throw frameError('CALLS_NOT_FOUND');
  const read = async (hash: string) => {
    const answer = await reader.request(record.chainId, 'eth_getTransactionReceipt', [hash], signal);
    return receipt.safeParse(answer).data;
  };
  const { status, receipts } = record.operation
    ? await operationStatus(
        await operations.lookUp({ ...record, operation: record.operation }, signal),
        read,
        record,
      )
    : await sequenceStatus(record, isSending, {
        read,
        async isPending(hash) {
          const found = await reader.request(record.chainId, 'eth_getTransactionByHash', [hash], signal);
          return typeof found === 'object' && found !== null;
        },
      });
  return {
    version: '2.0.0',
    id,
    chainId: `0x${BigInt(record.chainId.slice('eip155:'.length)).toString(16)}`,
    atomic: record.operation !== undefined,
    status,
    receipts,
  };
}

/** The result of `wallet_getCallsStatus`. */
export interface CallsStatusAnswer extends Status {
  readonly version: '2.0.0';
  readonly id: string;
  /** Hex. */
  readonly chainId: string;
  readonly atomic: boolean;
}

interface Status {
  readonly status: 100 | 200 | 400 | 500 | 600;
  readonly receipts: readonly Receipt[];
}

type ReadReceipt = (hash: string) => Promise<Receipt | undefined>;

async function operationStatus(
  outcome: UserOperationOutcome | undefined,
  read: ReadReceipt,
  { operation }: SentCallsRecord,
): Promise<Status> {
  if (!outcome) return { status: 100, receipts: [] };
  if (outcome.status !== 'included') return { status: 400, receipts: [] };
  const found = await read(outcome.transactionHash);
  if (!found) return { status: 100, receipts: [] };
  const status = outcome.success ? '0x1' : '0x0';
  const own = { ...found, status, logs: logsOf(found.logs, operation?.hash ?? '') };
  return { status: outcome.success ? 200 : 500, receipts: [own] };
}

/** The logs of one user operation: a bundle contains those of other accounts too. */
function logsOf(logs: Receipt['logs'], hash: string): Receipt['logs'] {
  const isMark = ({ address, topics: [topic = ''] }: Receipt['logs'][number]) =>
    address.toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase() &&
    [BEFORE_EXECUTION, OPERATION_EVENT].includes(topic);
  const end = logs.findIndex(one => isMark(one) && one.topics[1] === hash);
  const start = logs.slice(0, Math.max(end, 0)).findLastIndex(isMark);
  return logs.slice(start + 1, end + 1);
}

interface SequenceReaders {
  readonly read: ReadReceipt;
  /** Whether the chain has a transaction, in a block or waiting for one. */
  readonly isPending: (hash: string) => Promise<boolean>;
}

/** The page that sends the transactions may have ended before it sent all of them, so the chain decides. */
async function sequenceStatus(
  { transactions }: SentCallsRecord,
  isSending: boolean,
  { read, isPending }: SequenceReaders,
): Promise<Status> {
  const { hashes = [], total = 0 } = transactions ?? {};
  const found = await Promise.all(hashes.map(read));
  const receipts = found.filter(one => one !== undefined);
  const landed = receipts.filter(({ status }) => status === '0x1').length;
  if (landed === total) return { status: 200, receipts };
  // After one that failed, no other is sent.
  const hasFailed = landed < receipts.length;
  if (!hasFailed) {
    const missing = hashes.filter((_, at) => found[at] === undefined);
    const isOpen = isSending || (await Promise.all(missing.map(isPending))).includes(true);
    if (isOpen) return { status: 100, receipts: [] };
  }
  if (landed > 0) return { status: 600, receipts };
  return { status: hasFailed ? 500 : 400, receipts };
}
