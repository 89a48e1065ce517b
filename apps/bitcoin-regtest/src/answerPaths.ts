import { z } from 'zod';
import type { TextRequest, TextResponse } from '../../../scripts/lib/serveHttp.mjs';
import { scriptOf } from './addresses.js';
import type { Esplora } from './esplora.js';
import { TransactionRefused } from './RegtestNode.js';

/** What requests may do besides reading. */
export interface Actions {
  /** Returns the transaction's id. @throws TransactionRefused */
  send(raw: Uint8Array): Promise<string>;
  mine(blocks: number): Promise<void>;
  fund(address: string, amount: bigint): Promise<string>;
}

const mining = z.object({ blocks: z.int().min(1).max(1_000) });
const funding = z.object({ address: z.string(), amount: z.int().positive() });
const HEX = /^(?:[0-9a-f]{2})+$/i;

/** A request that cannot be answered. */
class BadRequest extends Error {}

/** Serves Esplora's paths, and those of the development chain: `/health`, `/dev/mine` and `/dev/fund`. */
export function answerPaths(
  chain: Esplora,
  actions: Actions,
): (request: TextRequest) => Promise<TextResponse> {
  return async ({ method, path, body }) => {
    try {
      const content = method === 'POST' ? await act(actions, path, body) : read(chain, path);
      if (content === undefined) return { status: 404, text: 'Not found' };
      return typeof content === 'string' ? { text: content } : { json: JSON.stringify(content) };
    } catch (error) {
      if (error instanceof BadRequest) return { status: 400, text: error.message };
      console.error(error);
      return { status: 500, text: 'Something went wrong' };
    }
  };
}

/** What a path answers; undefined if there is no such path. */
function read(chain: Esplora, path: string): unknown {
  const [, kind, one = '', what, last, more] = path.split('/');
  const rest = [what, last, more].filter(part => part !== undefined).join('/');
  switch (kind) {
    case 'health':
      return 'ok';
    case 'fee-estimates':
      return chain.feeEstimates();
    case 'blocks':
      if (path === '/blocks/tip/height') return String(chain.tipHeight());
      return path === '/blocks/tip/hash' ? chain.tipHash() : undefined;
    case 'block-height':
      return chain.blockHash(Number(one));
    case 'block':
      return rest === '' ? chain.block(one) : undefined;
    case 'tx':
      return transactionAt(chain, one, rest);
    case 'address':
      return addressAt(chain, checked(one), rest);
    default:
      return undefined;
  }
}

function transactionAt(chain: Esplora, txid: string, rest: string): unknown {
  if (rest === 'status') return chain.status(txid);
  if (rest === 'hex') return chain.raw(txid);
  return rest === '' ? chain.transaction(txid) : undefined;
}

function addressAt(chain: Esplora, address: string, rest: string): unknown {
  if (rest === '') return chain.address(address);
  if (rest === 'txs') return chain.history(address);
  if (rest === 'utxo') return chain.coins(address);
  const [, before] = /^txs\/chain(?:\/([0-9a-f]{64}))?$/.exec(rest) ?? [];
  return rest.startsWith('txs/chain') ? chain.confirmed(address, before) : undefined;
}

async function act(actions: Actions, path: string, body: string): Promise<unknown> {
  if (path === '/tx') {
    if (!HEX.test(body)) throw new BadRequest('Invalid hex string');
    return refusable(() => actions.send(Buffer.from(body, 'hex')));
  }
  if (path === '/dev/mine') {
    await actions.mine(parsed(mining, body).blocks);
    return {};
  }
  if (path === '/dev/fund') {
    const { address, amount } = parsed(funding, body);
    return refusable(() => actions.fund(checked(address), BigInt(amount)));
  }
  return undefined;
}

/** Esplora passes the node's refusal on in this form. */
async function refusable(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const refusal = JSON.stringify({ code: -26, message: error.message });
    throw new BadRequest(`sendrawtransaction RPC error: ${refusal}`);
  }
}

function parsed<Output>(schema: z.ZodType<Output>, body: string): Output {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new BadRequest('Invalid request');
  }
}

function checked(address: string): string {
  try {
    scriptOf(address);
    return address;
  } catch {
    throw new BadRequest('Invalid Bitcoin address');
  }
}
