import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { ACCOUNT, faultyChain, RPC_ADDRESS } from '../../../test/servers/faultyChain.js';

const chain = faultyChain();

describe('ten clients that send the same read', () => {
  it('make one call, and each gets it under its own id', async () => {
    const alone = await chain.gatewayOn([chain.first.url]);
    chain.first.behave(async (_, response) => {
      await sleep(50);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xbeef"}');
    });
    const params = [{ to: ACCOUNT }, 'latest'];
    const ids = Array.from({ length: 10 }, (_, index) => `client ${index}`);
    const answers = await Promise.all(ids.map(id => chain.ask('eth_call', params, id, alone)));
    expect(answers.map(({ json }) => json)).toEqual(
      ids.map(id => ({ jsonrpc: '2.0', id, result: '0xbeef' })),
    );
    expect(chain.first.seen()).toHaveLength(1);
    // Results aren't cached: the next read is a new call.
    await chain.ask('eth_call', params, 1, alone);
    expect(chain.first.seen()).toHaveLength(2);
    alone.close();
  });

  it('share it across batches, and every other call is sent once', async () => {
    const alone = await chain.gatewayOn([chain.first.url]);
    chain.first.behave(async (_, response, body) => {
      await sleep(50);
      const calls = [JSON.parse(body)].flat();
      const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }));
      response.end(JSON.stringify(body.startsWith('[') ? answers.reverse() : answers[0]));
    });
    const batch = async (...methods: string[]) => {
      const body = JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method })));
      const json = await (await alone.app.request(RPC_ADDRESS, { method: 'POST', body })).json();
      return json.map(({ result }: { result: string }) => result);
    };
    const answers = await Promise.all([
      batch('eth_gasPrice', 'eth_syncing', 'eth_gasPrice'),
      batch('eth_syncing', 'net_version'),
    ]);
    expect(answers).toEqual([
      ['eth_gasPrice', 'eth_syncing', 'eth_gasPrice'],
      ['eth_syncing', 'net_version'],
    ]);
    const sent = chain.first
      .seen()
      .flatMap(({ body }) => [JSON.parse(body)].flat().map(({ method }) => method));
    expect(sent.sort()).toEqual(['eth_gasPrice', 'eth_syncing', 'net_version']);
    alone.close();
  });

  it('lets one disconnect without aborting the call of the others', async () => {
    const alone = await chain.gatewayOn([chain.first.url]);
    let closed = false;
    const caller = new AbortController();
    chain.first.behave(async (_, response) => {
      response.on('close', () => {
        closed = !response.writableFinished;
      });
      caller.abort();
      await sleep(50);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xbeef"}');
    });
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}';
    const leaving = awaitedLater(
      Promise.resolve(alone.app.request(RPC_ADDRESS, { method: 'POST', body, signal: caller.signal })),
    );
    const staying = chain.ask('eth_gasPrice', [], 2, alone);
    expect((await staying).json.result).toBe('0xbeef');
    expect(closed).toBe(false);
    await leaving;
    alone.close();
  });
});

describe('a node without batch support', () => {
  it('gets one call per request', async () => {
    const alone = await chain.gatewayOn([chain.first.url]);
    chain.first.behave((_, response, body) => {
      if (body.startsWith('[')) {
        return void response.end(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}',
        );
      }
      response.end(`{"jsonrpc":"2.0","id":1,"result":"${JSON.parse(body).method}"}`);
    });
    const body = JSON.stringify(
      ['eth_gasPrice', 'eth_syncing'].map((method, id) => ({ jsonrpc: '2.0', id, method })),
    );
    const json = await (await alone.app.request(RPC_ADDRESS, { method: 'POST', body })).json();
    expect(json).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 1, result: 'eth_syncing' },
    ]);
    alone.close();
  });
});
