import { DEMO_TOKEN_ADDRESS, installDemoToken } from 'latchkit/testing';
import { createPublicClient, createWalletClient, erc20Abi, type Hex, http } from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { type RpcService, rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { evmTransfers } from './evmTransfers.js';
import type { ReadPosition, Watched } from './TransferSource.js';

const CHAIN = 'eip155:31337';
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const RECIPIENT = '0x00000000000000000000000000000000000abcde';
const TOKEN = DEMO_TOKEN_ADDRESS.toLowerCase();

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let rpc: RpcService;
let methods: string[] = [];
/** Methods that the node does not serve. */
let refused: readonly string[] = [];

beforeAll(async () => {
  anvil = await startAnvil(31_337);
  await installDemoToken(anvil.url, { [PAYER]: 10n ** 30n });
  rpc = rpcService({ chains: upstreams({ [CHAIN]: anvil.url }, true), timeout: 10_000 });
});
afterAll(async () => {
  rpc.close();
  await anvil.stop();
});
beforeEach(() => {
  methods = [];
  refused = [];
});

/** The gateway's calls, which are counted. */
const call: RpcService['call'] = async (chainId, method, ...rest) => {
  methods.push(method);
  if (refused.includes(method)) throw new RpcError(502, RPC_CODES.invalidParams, 'CALL_FAILED', 'Refused');
  return rpc.call(chainId, method, ...rest);
};
const source = () => evmTransfers({ ...rpc, call }, CHAIN, new AbortController().signal);

async function head(): Promise<ReadPosition> {
  const found = await source().head();
  if (!found) throw new Error('The chain has no block.');
  return found;
}

const reading = async (position: ReadPosition, tokens: readonly string[] = [TOKEN]) => {
  const recipients = new Set(tokens.map(token => `${RECIPIENT} ${token}`));
  const watched: Watched = {
    ...{ recipients, open: recipients, references: new Map(), known: [], needsFinalized: false },
  };
  const read = await source().read(position, watched);
  if (!read) throw new Error('The chain changed.');
  return read;
};

const transport = () => http(anvil.url, { retryCount: 0 });
const reader = () => createPublicClient({ transport: transport(), pollingInterval: 20 });

/** Pays in the token. @returns the transaction's hash. */
async function pay(amount: bigint): Promise<Hex> {
  const wallet = createWalletClient({ account: PAYER, chain: foundry, transport: transport() });
  const hash = await wallet.writeContract({
    ...{ address: DEMO_TOKEN_ADDRESS, abi: erc20Abi, functionName: 'transfer' },
    args: [RECIPIENT, amount],
  });
  await reader().waitForTransactionReceipt({ hash });
  return hash;
}

const request = (method: string, ...params: unknown[]) =>
  reader().request({ method, params } as never) as Promise<unknown>;

describe('evmTransfers', () => {
  it('finds transfers of tokens by the logs of each block, and the same ones in whole blocks', async () => {
    const start = await head();
    const hash = await pay(1_000n);
    const { found, next, completeAt } = await reading(start);
    expect(found).toMatchObject([
      { hash, recipient: RECIPIENT, token: TOKEN, ordinal: 0, sender: PAYER.toLowerCase(), amount: 1_000n },
    ]);
    expect(next).toMatchObject(await head());
    expect(completeAt).toBeInstanceOf(Date);
    expect(methods).toContain('eth_getLogs');
    expect(methods).not.toContain('eth_getBlockReceipts');
    methods = [];
    expect((await reading(start, [TOKEN, ''])).found).toEqual(found);
    expect(methods).not.toContain('eth_getLogs');
    // A node that cannot search one block.
    refused = ['eth_getLogs'];
    expect((await reading(start)).found).toEqual(found);
  });

  it('reads the blocks before a reorganisation again', async () => {
    const snapshot = await request('evm_snapshot');
    const start = await head();
    const lost = await pay(2_000n);
    const { found, next } = await reading(start);
    expect(found).toMatchObject([{ hash: lost, blockNumber: next.number }]);
    await request('evm_revert', snapshot);
    await request('anvil_mine', '0x1');
    const hash = await pay(3_000n);
    const again = await reading(next);
    expect(again.from).toBeLessThan(start.number);
    expect(again.found.map(one => one.hash)).toContain(hash);
    expect(again.found.map(one => one.hash)).not.toContain(lost);
  });
});
