import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeFunctionResult, type Hex, parseAbi, size, slice } from 'viem';
import { EVENTS } from '../chain/emittingContract.js';
import { chainRequest } from '../chain/minimalContracts.js';

interface Transaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
  readonly nonce: string;
}

interface Receipt {
  readonly transactionHash: string;
  readonly status: string;
  readonly contractAddress: string | null;
  readonly logs: readonly { readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

/** A list entry and its position. */
interface Entry {
  readonly block: number;
  readonly index: number;
  readonly parties: readonly (string | undefined)[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** Scripted fault: receives the path and the JSON response, and returns the text to send. */
export type Spoil = (
  path: string,
  json: unknown,
  search: string,
) => { readonly status: number; readonly text: string; readonly location?: string };

const PAGE = 7;
const named = parseAbi(['function f() view returns (string)']);

/**
 * Starts a service over a real chain with the two lists of the Blockscout API v2 that histories use. Pages are short, to
 * test the merging of the lists.
 */
export async function startBlockscout(chain: string): Promise<{
  readonly url: string;
  spoil(how: Spoil | undefined): void;
  asked(): readonly string[];
  stop(): Promise<void>;
}> {
  let spoiled: Spoil | undefined;
  const asked: string[] = [];
  const reader = readerOf(chain);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.pathname + url.search);
    const [, account = '', list] = /^\/api\/v2\/addresses\/(0x[0-9a-f]{40})\/(.+)$/.exec(url.pathname) ?? [];
    const all = list === 'transactions' ? await transactions(reader) : await transfers(reader);
    const own = all.filter(({ parties }) => parties.includes(account));
    if (own.length === 0 && !spoiled) return void response.writeHead(404).end('{"message":"Not found"}');
    const before = url.searchParams.get('block_number');
    const rest = own.filter(
      ({ block, index }) =>
        before === null ||
        block < Number(before) ||
        (block === Number(before) && index < Number(url.searchParams.get('index'))),
    );
    const items = rest.slice(0, PAGE);
    const last = items.at(-1);
    const next_page_params =
      rest.length > PAGE && last
        ? { block_number: last.block, index: last.index, items_count: PAGE, fee: null }
        : null;
    const json = { items: items.map(one => one.json), next_page_params };
    const answer: ReturnType<Spoil> = spoiled?.(url.pathname, json, url.search) ?? {
      status: 200,
      text: JSON.stringify(json),
    };
    if (answer.location !== undefined) response.setHeader('Location', answer.location);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    spoil(how) {
      spoiled = how;
    },
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Block {
  readonly number: number;
  readonly time: string;
  readonly transactions: readonly Transaction[];
  readonly receipts: readonly Receipt[];
}

interface ChainReader {
  /** Returns all blocks, newest first. */
  blocks(): Promise<readonly Block[]>;
  /** Returns the name, symbol and decimals of a token. */
  token(address: string): Promise<Readonly<Record<string, string>>>;
}

/** Reads each block and each token once, because they never change and every page of a list needs all of them. */
function readerOf(chain: string): ChainReader {
  const known = new Map<number, Promise<Block>>();
  const tokens = new Map<string, Promise<Readonly<Record<string, string>>>>();
  return {
    async blocks() {
      const latest = Number(await chainRequest(chain, 'eth_blockNumber'));
      const numbers = Array.from({ length: latest + 1 }, (_, index) => latest - index);
      return Promise.all(
        numbers.map(number => {
          const block = known.get(number) ?? readBlock(chain, number);
          known.set(number, block);
          return block;
        }),
      );
    },
    token(address) {
      const token = tokens.get(address) ?? tokenOf(chain, address);
      tokens.set(address, token);
      return token;
    },
  };
}

async function readBlock(chain: string, number: number): Promise<Block> {
  const tag = `0x${number.toString(16)}`;
  const [block, receipts] = await Promise.all([
    chainRequest(chain, 'eth_getBlockByNumber', [tag, true]),
    chainRequest(chain, 'eth_getBlockReceipts', [tag]),
  ]);
  const { timestamp, transactions } = block as { timestamp: string; transactions: Transaction[] };
  const time = new Date(Number(timestamp) * 1_000).toISOString().replace(/\.000Z$/, '.000000Z');
  return { number, time, transactions, receipts: receipts as Receipt[] };
}

const party = (hash: string | null) => (hash === null ? null : { hash, is_contract: false, name: null });

async function transactions(chain: ChainReader): Promise<readonly Entry[]> {
  return (await chain.blocks()).flatMap(({ number, time, transactions, receipts }) =>
    // Newest first, within a block too.
    [...transactions.entries()].reverse().map(([index, one]) => {
      const receipt = receipts[index];
      const failed = receipt?.status === '0x0';
      return {
        block: number,
        index,
        parties: [one.from, one.to ?? undefined, receipt?.contractAddress ?? undefined],
        json: {
          hash: one.hash,
          block_number: number,
          position: index,
          timestamp: time,
          from: party(one.from),
          to: party(one.to),
          created_contract: party(receipt?.contractAddress ?? null),
          value: String(BigInt(one.value)),
          nonce: Number(one.nonce),
          status: failed ? 'error' : 'ok',
          result: failed ? 'execution reverted' : 'success',
          raw_input: one.input,
          method: one.input === '0x' ? null : one.input.slice(0, 10),
          confirmations: 1,
        },
      };
    }),
  );
}

async function transfers(chain: ChainReader): Promise<readonly Entry[]> {
  const found = (await chain.blocks()).flatMap(({ number, time, receipts }) => {
    const all = receipts.flatMap(({ transactionHash, logs }) => logs.map(log => ({ transactionHash, log })));
    const moves = [...all.entries()]
      .reverse()
      .flatMap(([logIndex, one]) => movements(one.log).map(moved => ({ ...one, logIndex, moved })));
    return moves.map((one, place) => ({ ...one, number, time, index: moves.length - place }));
  });
  const entries = await Promise.all(
    found.map(async ({ number, time, index, transactionHash, logIndex, log, moved }) => ({
      block: number,
      index,
      parties: [moved.from, moved.to],
      json: {
        transaction_hash: transactionHash,
        block_number: number,
        log_index: logIndex,
        timestamp: time,
        from: party(moved.from),
        to: party(moved.to),
        token: {
          address_hash: log.address,
          ...(await chain.token(log.address)),
          type: moved.type,
          icon_url: null,
        },
        total: moved.total,
      },
    })),
  );
  return entries;
}

async function tokenOf(chain: string, address: string): Promise<Readonly<Record<string, string>>> {
  const text = async (selector: Hex) => {
    const data = (await chainRequest(chain, 'eth_call', [{ to: address, data: selector }, 'latest'])) as Hex;
    return decodeFunctionResult({ abi: named, functionName: 'f', data });
  };
  const decimals = await chainRequest(chain, 'eth_call', [{ to: address, data: '0x313ce567' }, 'latest']);
  return {
    name: await text('0x06fdde03'),
    symbol: await text('0x95d89b41'),
    decimals: String(BigInt(decimals as string)),
  };
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly total: Readonly<Record<string, string>>;
}

/** The movements of one log; several for a batch. */
function movements({ topics, data }: Receipt['logs'][number]): readonly Moved[] {
  const at = (index: number) => `0x${topics[index]?.slice(-40)}`;
  const word = (index: number) => String(BigInt(slice(data, index * 32, index * 32 + 32)));
  if (topics[0] === EVENTS.transfer && topics.length === 4) {
    const id = String(BigInt(topics[3] ?? '0x'));
    return [{ from: at(1), to: at(2), type: 'ERC-721', total: { token_id: id } }];
  }
  if (topics[0] === EVENTS.transfer && size(data) === 32) {
    return [{ from: at(1), to: at(2), type: 'ERC-20', total: { value: word(0) } }];
  }
  const type = 'ERC-1155';
  if (topics[0] === EVENTS.single) {
    return [{ from: at(2), to: at(3), type, total: { token_id: word(0), value: word(1) } }];
  }
  // A batch of two: offsets, length, ids, length, values.
  if (topics[0] === EVENTS.batch && size(data) === 256) {
    return [
      [3, 6],
      [4, 7],
    ].map(([id = 0, value = 0]) => ({
      from: at(2),
      to: at(3),
      type,
      total: { token_id: word(id), value: word(value) },
    }));
  }
  return [];
}
