import * as z from 'zod';
import { type AnswerReader, OWN_READER, PUBLIC_READER } from '../../platform/http/AnswerReader.js';
import { type RawAnswer, type RawCall, RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError, rpcErrorBody } from '../../platform/jsonrpc/RpcError.js';
import { type IncomingCall, readCalls } from '../../platform/jsonrpc/readCalls.js';
import { type ChainCaller, chainCaller, isNodeError, type UpstreamEvent } from './chainCaller.js';
import { type CoalescedReads, coalesceReads, type Send } from './coalesceReads.js';
import { CHAIN_IDS } from './defaultUpstreams.js';
import { type MethodKind, methodKind } from './methods.js';
import { probeSchedule } from './probeSchedule.js';
import { revertDataOf } from './revertDataOf.js';
import { forManyCalls, StopController, type StopSignal } from './StopSignal.js';
import { upstreamClient } from './upstreamClient.js';
import { upstreamHealth } from './upstreamHealth.js';
import { apiOf, type Chain } from './upstreams.js';

export interface RpcService {
  /**
   * Proxies one call or a batch.
   *
   * @param chainId - CAIP-2 id.
   * @param body - The request as received. Parameters and results are passed on as text: re-encoding them would round
   * integers above 2^53, which Solana uses.
   * @param charge - Receives the number of calls before any is made; a rejection refuses the request.
   * @param reader - Limits what nodes may send for this caller. Default: `PUBLIC_READER`.
   * @throws RpcError
   */
  forward(
    chainId: string,
    body: string,
    gone: StopSignal,
    charge: (calls: number) => Promise<void>,
    reader?: AnswerReader,
  ): Promise<string>;
  /**
   * Calls a chain on the gateway's own behalf.
   *
   * @param method - On Bitcoin the method and path of a request to Esplora's API; see `exchangeEsplora`.
   * @param kind - Default: `read`.
   * @returns the result.
   * @throws RpcError when no node responds, or `CALL_FAILED` when the chain rejects the call.
   */
  call(
    chainId: string,
    method: string,
    params: readonly unknown[],
    gone: StopSignal,
    kind?: MethodKind,
  ): Promise<unknown>;
  /**
   * Reads one item on the gateway's own behalf, such as a transaction. If a node's answer cannot be used, the other nodes are asked.
   *
   * @throws RpcError when no node responds, or `CALL_FAILED` for an error that says nothing about the item.
   */
  callItem<Item>(
    chainId: string,
    method: string,
    params: readonly unknown[],
    gone: StopSignal,
    form: ItemForm<Item>,
  ): Promise<ItemAnswer<Item>>;
  /**
   * Asks one node after the other for several values that belong together, best first, on the gateway's own behalf.
   *
   * @param calls - A method and its parameters each.
   * @param isEnough - Whether no other node needs to be asked.
   */
  callNodes(
    chainId: string,
    calls: readonly (readonly [string, readonly unknown[]])[],
    gone: StopSignal,
    isEnough: (results: readonly unknown[]) => boolean,
  ): Promise<NodeAnswers>;
  /** CAIP-2 ids of the chains. */
  readonly chainIds: readonly string[];
  /** Whether the chain's node is a public one, because the operator has named none. */
  isPublic(chainId: string): boolean;
  close(): void;
}

/** Calls whose answers a contract chooses: as small as those of strangers. */
const CONTRACT_METHODS: readonly string[] = ['eth_call', 'eth_getCode', 'eth_simulateV1'];

const readerOf = (method: string) => (CONTRACT_METHODS.includes(method) ? PUBLIC_READER : OWN_READER);

/** How the answers to a call are read. */
export interface ItemForm<Item> {
  /** Returns undefined for an answer of another form. */
  parse(result: unknown): Item | undefined;
  /** JSON-RPC codes with which a node says that it cannot give this item. */
  readonly refusals: ReadonlySet<number>;
}

/** Why an item cannot be read: nodes refuse to give it, or give it in an unknown form. */
export type UnreadReason = 'refused' | 'malformed';

/** What nodes say about an item. */
export type ItemAnswer<Item> =
  | { readonly kind: 'read'; readonly item: Item }
  /** Two nodes agree, or the only one says so. */
  | { readonly kind: 'unreadable'; readonly reason: UnreadReason }
  /** One node says so, and no other one responds. */
  | { readonly kind: 'doubtful'; readonly reason: UnreadReason };

/** What the nodes of a chain say to the same calls. */
export interface NodeAnswers {
  /** The results of each node that has them all. */
  readonly results: readonly (readonly unknown[])[];
  /** Nodes that refused a call. */
  readonly refused: number;
  /** Whether each node that was asked responded: a null, a limit or an unknown method is no response. */
  readonly isWhole: boolean;
}

export interface RpcServiceOptions {
  readonly chains: ReadonlyMap<string, Chain>;
  /** Time limit of a call, in milliseconds. */
  readonly timeout: number;
  readonly onUpstream?: UpstreamEvent;
  readonly onShared?: (chainId: string, calls: number) => void;
}

/** Maximum number of calls in one request to a node; many nodes reject more. */
const MAX_UPSTREAM_BATCH = 100;

interface Served {
  readonly chain: Chain;
  readonly caller: ChainCaller;
  readonly reads: CoalescedReads;
}

export function rpcService(options: RpcServiceOptions): RpcService {
  const { chains, timeout, onUpstream = () => {}, onShared = () => {} } = options;
  const stop = new StopController();
  const client = upstreamClient();
  const served = new Map<string, Served>();
  for (const [id, chain] of chains) {
    const health = upstreamHealth(chain.upstreams);
    const probes = probeSchedule(chain, health, {
      client,
      timeout: timeout / 2,
      stopped: stop,
      intake: OWN_READER.open(),
    });
    const caller = chainCaller({ chain, client, health, probes, timeout, onUpstream });
    served.set(id, { chain, caller, reads: coalesceReads(count => onShared(id, count)) });
  }
  const find = (chainId: string): Served => {
    const found = served.get(chainId);
    if (found === undefined) throw refusalOfChain(chainId);
    return found;
  };

  return {
    async forward(chainId, body, gone, charge, reader = PUBLIC_READER) {
      const found = served.get(chainId);
      if (found === undefined) return refuseChain(chainId, body, charge);
      const { calls, isBatch } = readCalls(body);
      try {
        refuseOthers(calls, found.chain);
        await charge(calls.length);
        const answers = await askAll(found, calls, gone, reader);
        const texts = calls.map(({ id }, index) => answerText(id, answers[index]));
        return isBatch ? `[${texts.join()}]` : texts.join();
      } catch (error) {
        const [only, ...others] = calls;
        if (only && others.length === 0 && error instanceof RpcError) error.callId = only.idValue;
        throw error;
      }
    },
    async call(chainId, method, params, gone, kind = 'read') {
      const call = { method, params: JSON.stringify(params), kind };
      const [answer] = await askAll(find(chainId), [call], gone, readerOf(method));
      if (answer?.kind === 'result') return JSON.parse(answer.raw);
      throw refusalOf(answer);
    },
    async callItem<Item>(
      chainId: string,
      method: string,
      params: readonly unknown[],
      gone: StopSignal,
      form: ItemForm<Item>,
    ): Promise<ItemAnswer<Item>> {
      const found = find(chainId);
      const call = { method, params: JSON.stringify(params) };
      const [answer] = await askAll(found, [{ ...call, kind: 'read' }], gone, OWN_READER);
      const first = answer && judge(answer, form);
      if (!first) throw refusalOf(answer);
      const needed = Math.min(2, found.chain.upstreams.length);
      if (first.kind === 'read' || needed === 1) return first;
      const others: Judgement<Item>[] = [];
      // It is not known which node has answered, so all are asked.
      await found.caller.poll([call], forManyCalls(gone), ([one]) => {
        const judged = one && judge(one, form);
        if (judged) others.push(judged);
        return judged?.kind === 'read' || others.length === needed;
      });
      const read = others.find(({ kind }) => kind === 'read');
      return read ?? (others.length < needed ? { ...first, kind: 'doubtful' } : first);
    },
    async callNodes(chainId, calls, gone, isEnough) {
      const { caller, chain } = find(chainId);
      const raw = calls.map(([method, params]) => ({ method, params: JSON.stringify(params) }));
      const results: unknown[][] = [];
      let refused = 0;
      let isDone = false;
      await caller.poll(raw, forManyCalls(gone), answers => {
        if (answers.some(isNodeError)) return false;
        if (answers.some(({ kind }) => kind === 'error')) refused += 1;
        else {
          const own = answers.map(one => JSON.parse(one.raw) as unknown);
          if (own.includes(null)) return false;
          results.push(own);
          isDone = isEnough(own);
        }
        return isDone;
      });
      return { results, refused, isWhole: isDone || results.length + refused === chain.upstreams.length };
    },
    chainIds: [...chains.keys()],
    isPublic: chainId => chains.get(chainId)?.isPublic ?? false,
    close() {
      stop.abort();
      client.close();
    },
  };
}

/** The error for a chain without nodes. */
function refusalOfChain(chainId: string): RpcError {
  return CHAIN_IDS.some(id => id === chainId)
    ? new RpcError(
        400,
        RPC_CODES.invalidParams,
        'CHAIN_NOT_CONFIGURED',
        'The operator has configured no node of this chain',
      )
    : new RpcError(400, RPC_CODES.invalidParams, 'CHAIN_NOT_SUPPORTED', 'Chain is not supported');
}

/** Refuses a chain. Clients that batch read the reason only in the answers of their calls. */
async function refuseChain(
  chainId: string,
  body: string,
  charge: (calls: number) => Promise<void>,
): Promise<string> {
  const refusal = refusalOfChain(chainId);
  const asked = attempt(() => readCalls(body));
  if (!asked?.isBatch) throw refusal;
  await charge(asked.calls.length);
  const raw = JSON.stringify(rpcErrorBody(refusal).error);
  const texts = asked.calls.map(({ id }) => answerText(id, { kind: 'error', raw, code: refusal.rpcCode }));
  return `[${texts.join()}]`;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

type Judgement<Item> = Exclude<ItemAnswer<Item>, { readonly kind: 'doubtful' }>;

/** What one node says about an item; undefined: its error may have any cause. */
function judge<Item>(
  { kind, code, raw }: RawAnswer,
  { parse, refusals }: ItemForm<Item>,
): Judgement<Item> | undefined {
  if (kind === 'error')
    return code !== undefined && refusals.has(code) ? { kind: 'unreadable', reason: 'refused' } : undefined;
  const item = parse(JSON.parse(raw));
  return item === undefined ? { kind: 'unreadable', reason: 'malformed' } : { kind: 'read', item };
}

/** The error for a call that a node has refused. */
function refusalOf(answer: RawAnswer | undefined): RpcError {
  const code = answer?.code ?? RPC_CODES.serverError;
  const refusal = new RpcError(502, code, 'CALL_FAILED', 'The chain refused a call');
  refusal.revertData = answer && revertDataOf(answer.raw);
  refusal.reason = answer && reasonOf(answer.raw);
  return refusal;
}

const withMessage = z.object({ message: z.string() });

/** The message of a node's error. */
function reasonOf(raw: string): string | undefined {
  return withMessage.safeParse(JSON.parse(raw)).data?.message;
}

/** Callers use Esplora's API only through the gateway's own calls. */
function refuseOthers(calls: readonly IncomingCall[], { id, development }: Chain): void {
  const isServed = ({ method }: IncomingCall) => development || methodKind(method) !== undefined;
  const refused = apiOf(id) === 'esplora' ? calls[0] : calls.find(call => !isServed(call));
  if (!refused) return;
  const { methodNotSupported } = RPC_CODES;
  throw new RpcError(403, methodNotSupported, 'METHOD_NOT_ALLOWED', `${refused.method} is not served`);
}

/** Unknown methods may depend on one node. */
function kindOf({ method, kind }: RawCall & { readonly kind?: MethodKind }): MethodKind {
  return kind ?? methodKind(method) ?? 'bound';
}

/** Batches and shares reads; sends every other call separately, once. */
async function askAll(
  { caller, reads: shared }: Served,
  calls: readonly (RawCall & { readonly kind?: MethodKind })[],
  signal: StopSignal,
  reader: AnswerReader,
): Promise<readonly RawAnswer[]> {
  const gone = forManyCalls(signal);
  const [only] = calls;
  if (only !== undefined && calls.length === 1 && kindOf(only) === 'read') {
    const send: Send = (fresh, stopped) => caller.ask(fresh, 'read', stopped, reader);
    return [await shared.shareOne(only, gone, send, reader.limit)];
  }
  const kinds = calls.map(kindOf);
  const reads = calls.filter((_, index) => kinds[index] === 'read');
  const sendReads: Send = async (fresh, stopped) => {
    const chunks = Array.from({ length: Math.ceil(fresh.length / MAX_UPSTREAM_BATCH) }, (_, index) =>
      fresh.slice(index * MAX_UPSTREAM_BATCH, (index + 1) * MAX_UPSTREAM_BATCH),
    );
    return (await Promise.all(chunks.map(chunk => caller.ask(chunk, 'read', stopped, reader)))).flat();
  };
  const read = shared.share(reads, gone, sendReads, reader.limit);
  const others = calls.map((call, index) => {
    const kind = kinds[index] ?? 'bound';
    return kind === 'read' ? undefined : caller.ask([call], kind, gone, reader);
  });
  const [answers, ...rest] = await Promise.all([read, ...others]);
  const waiting = [...answers];
  return calls.flatMap((_, index) => rest[index] ?? waiting.splice(0, 1));
}

function answerText(id: string, answer: RawAnswer | undefined): string {
  if (answer === undefined) throw new Error('An answer is missing');
  return `{"jsonrpc":"2.0","id":${id},"${answer.kind}":${answer.raw}}`;
}
