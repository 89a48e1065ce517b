import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chainRequest } from '../chain/minimalContracts.js';

/** How a node answers differently from anvil, as real nodes do. */
export interface Strangeness {
  /** Address from which native movements are logged, as in EIP-7708 (read on 28 November 2026). Default: none are. */
  nativeLogs?: string | undefined;
  /** What moves to this account and from it is fees, which are logged too, as on ZKsync Era. Default: no fee is logged. */
  feeAccount?: string | undefined;
  /** Refuses `eth_getLogs`, as the official nodes of BNB Chain do. */
  refusesLogs?: boolean | undefined;
  /** Answers every question about an old state with the newest one, as the node of HyperEVM does. */
  isWithoutHistory?: boolean | undefined;
  /** Does not know the tag `finalized`: refuses it, or answers null. */
  finalized?: 'refused' | 'null' | undefined;
  /**
   * Answers null about the receipts of a block, or about each receipt too, as a node does that has only the block yet; or has too many
   * logs in a block, and gives them all the same or refuses.
   */
  withoutReceipts?: 'of blocks' | 'all' | 'too large' | 'refused' | undefined;
  /** Gives each log of a receipt twice. */
  repeatsLogs?: boolean | undefined;
  /** Answers every request with HTTP 503. */
  isDown?: boolean | undefined;
  /** Milliseconds before each answer. */
  delay?: number | undefined;
  /** Every so many calls fail: by a status of HTTP, an error, or null. Default: none do. */
  failsEvery?: number | undefined;
  /** Calls that it allows until `allowAgain`; the others are refused with HTTP 429. Default: all. */
  allowed?: number | undefined;
  /** Transactions of which the node shows something unknown, by hash. */
  readonly odd: Map<string, Oddity>;
}

/**
 * What of a transaction is unknown: its own fields, its receipt, or a log in it; or what has no sense: fields that are null, an amount
 * above 256 bits or below zero, or logs that are null.
 */
export type Oddity = 'transaction' | 'receipt' | 'log' | 'null' | 'overflow' | 'negative' | 'no logs';

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Fields = Record<string, unknown>;

/** More bytes than the gateway reads of an answer. */
const TOO_LARGE = 40 * 1_024 * 1_024;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Where the block is among the parameters of the methods that ask for a state. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_call: 1,
};

/** Starts a node in front of anvil that answers as some real chains do. */
export async function startStrangeNode(anvil: string) {
  const strange: Strangeness = { odd: new Map() };
  const asked: string[] = [];
  const stop = new AbortController();
  let from = 0;
  let count = 0;
  const answer = async ({ id, method, params }: Call): Promise<Fields> => {
    count += 1;
    if (strange.failsEvery && count % strange.failsEvery === 0 && method !== 'eth_chainId')
      return [
        refuse(id, -32_603, 'Internal error'),
        refuse(id, -32_005, 'limit exceeded'),
        { jsonrpc: '2.0', id, result: null },
      ][(count / strange.failsEvery) % 3] as Fields;
    if (strange.refusesLogs && method === 'eth_getLogs') return refuse(id, -32_005, 'limit exceeded');
    const isReceipt = method === 'eth_getTransactionReceipt' && strange.withoutReceipts === 'all';
    const isOfBlock = method === 'eth_getBlockReceipts' && strange.withoutReceipts !== undefined;
    if (isOfBlock && strange.withoutReceipts === 'refused') return refuse(id, -32_003, 'response too large');
    if (isOfBlock && strange.withoutReceipts === 'too large')
      return { jsonrpc: '2.0', id, result: ' '.repeat(TOO_LARGE) };
    if (isReceipt || isOfBlock) return { jsonrpc: '2.0', id, result: null };
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized' && strange.finalized)
      return strange.finalized === 'null'
        ? { jsonrpc: '2.0', id, result: null }
        : refuse(id, -39_001, "'finalized' tag not supported on pre-merge network");
    try {
      const result = await chainRequest(anvil, method, withoutHistory(strange, method, params));
      return { jsonrpc: '2.0', id, result: await changed(anvil, strange, method, result) };
    } catch (error) {
      return refuse(id, -32_000, String(error));
    }
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Call | Call[];
    asked.push(...[body].flat().map(({ method }) => method));
    if (asked.length - from > (strange.allowed ?? Number.POSITIVE_INFINITY))
      return void response.writeHead(429).end();
    if (strange.delay) await sleep(strange.delay, undefined, { signal: stop.signal }).catch(() => {});
    if (strange.isDown) return void response.writeHead(503).end();
    const text = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strange,
    /** The methods that were called. */
    asked,
    /** Begins a new time, in which `allowed` calls are answered. */
    allowAgain() {
      from = asked.length;
    },
    async stop() {
      stop.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(id: unknown, code: number, message: string): Fields {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function withoutHistory(strange: Strangeness, method: string, params: readonly unknown[]) {
  const at = BLOCK_AT[method];
  if (!strange.isWithoutHistory || at === undefined) return params;
  return params.map((param, index) => (index === at ? 'latest' : param));
}

/** The answer with what the chain adds to it, and with what is unknown of transactions. */
async function changed(anvil: string, strange: Strangeness, method: string, result: unknown) {
  if (result === null) return null;
  if (method === 'eth_getBlockReceipts')
    return Promise.all((result as Fields[]).map(one => receiptOf(anvil, strange, one)));
  if (method === 'eth_getTransactionReceipt') return receiptOf(anvil, strange, result as Fields);
  if (method === 'eth_getTransactionByHash') return transactionOf(strange, result as Fields);
  if (method === 'eth_simulateV1') return (result as Fields[]).map(block => simulatedOf(strange, block));
  const { transactions = [] } = result as { transactions?: readonly (Fields | string)[] };
  if (method !== 'eth_getBlockByNumber') return result;
  const all = transactions.map(one => (typeof one === 'string' ? one : transactionOf(strange, one)));
  return { ...(result as Fields), transactions: all };
}

function transactionOf({ odd }: Strangeness, transaction: Fields): Fields {
  const oddity = odd.get(String(transaction.hash));
  if (oddity === 'null') return { ...transaction, value: null, input: null, nonce: null };
  if (oddity === 'overflow') return { ...transaction, value: `0x1${'0'.repeat(64)}` };
  if (oddity === 'negative') return { ...transaction, value: '-0x3e8' };
  if (oddity !== 'transaction') return transaction;
  const { to, value, input, ...rest } = transaction;
  return { ...rest, type: '0x7f', calls: [{ to, value, data: input }] };
}

async function receiptOf(anvil: string, strange: Strangeness, receipt: Fields): Promise<Fields> {
  const { odd, nativeLogs, feeAccount, repeatsLogs } = strange;
  const hash = String(receipt.transactionHash);
  const own = receipt.logs as readonly Fields[];
  const moved = nativeLogs === undefined ? [] : await nativeMovements(anvil, nativeLogs, receipt);
  const { transactionHash, blockHash, blockNumber } = receipt;
  const place = { transactionHash, blockHash, blockNumber, removed: false };
  // ZKsync Era takes the most that a transaction may cost, and gives the rest back.
  const fees =
    nativeLogs === undefined || feeAccount === undefined
      ? []
      : [
          [String(receipt.from), feeAccount, '0x9'] as const,
          [feeAccount, String(receipt.from), '0x2'] as const,
        ].map(([from, to, value]) => ({ ...movementLog(nativeLogs, { from, to, value }), ...place }));
  const logs = [...fees.slice(0, 1), ...moved, ...own, ...fees.slice(1)];
  if (repeatsLogs) return { ...receipt, logs: [...logs, ...logs] };
  if (odd.get(hash) === 'no logs') return { ...receipt, logs: null };
  if (odd.get(hash) === 'receipt') return { ...receipt, type: '0x7f', logs: { list: logs }, to: receipt.to };
  const unknown = { address: receipt.to, topics: ['0x12'], data: { words: [receipt.from, receipt.to] } };
  return { ...receipt, logs: odd.get(hash) === 'log' ? [...logs, unknown] : logs };
}

interface Frame {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly Frame[];
}

/** The logs of the native movements of a transaction, in their order. */
async function nativeMovements(
  anvil: string,
  address: string,
  { transactionHash, blockHash, blockNumber, status }: Fields,
): Promise<readonly Fields[]> {
  if (status !== '0x1') return [];
  const options = { tracer: 'callTracer' };
  const top = (await chainRequest(anvil, 'debug_traceTransaction', [transactionHash, options])) as Frame;
  const moves = (frame: Frame): readonly Frame[] => {
    if (frame.error !== undefined) return [];
    const isMove = ['CALL', 'CREATE', 'CREATE2'].includes(frame.type) && BigInt(frame.value ?? 0) > 0n;
    return [...(isMove ? [frame] : []), ...(frame.calls ?? []).flatMap(moves)];
  };
  const place = { transactionHash, blockHash, blockNumber, removed: false };
  return moves(top).map(frame => ({ ...movementLog(address, frame), ...place }));
}

/** The log by which a chain tells of a movement of its native currency. */
function movementLog(address: string, { from, to, value = '0x0' }: Pick<Frame, 'from' | 'to' | 'value'>) {
  const topicOf = (account = '') => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return {
    address,
    topics: [TRANSFER, topicOf(from), topicOf(to)],
    data: `0x${BigInt(value).toString(16).padStart(64, '0')}`,
  };
}

/** From where `eth_simulateV1` reports native movements, on every chain. */
const TRACED = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** A simulated block whose chain logs the native movements too. */
function simulatedOf({ nativeLogs }: Strangeness, block: Fields): Fields {
  if (nativeLogs === undefined) return block;
  const calls = (block.calls as Fields[]).map(call => ({
    ...call,
    logs: (call.logs as Fields[]).flatMap(log =>
      String(log.address).toLowerCase() === TRACED ? [{ ...log, address: nativeLogs }, log] : [log],
    ),
  }));
  return { ...block, calls };
}
