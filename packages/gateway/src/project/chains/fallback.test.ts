import { callChainRequest, proxyRpcRequest } from 'latchkit/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { ACCOUNT, CHAIN, faultyChain, TIMEOUT } from '../../../test/servers/faultyChain.js';
import { type FaultyUpstream, startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { waitUntil } from '../../../test/waitUntil.js';

const chain = faultyChain();
const balance = { jsonrpc: '2.0', id: 7, result: '0x21e19e0c9bab2400000' };

/** A gateway on these nodes whose clock stands still: the pause of a node that failed, one second, lasts for the test. */
async function atOneTime(urls: readonly string[]) {
  passTime(0);
  const gateway = await chain.gatewayOn(urls);
  onTestFinished(() => {
    gateway.close();
    vi.useRealTimers();
  });
  return gateway;
}

describe('a chain whose first node fails', () => {
  it.each<[string, Parameters<FaultyUpstream['behave']>[0]]>([
    ['hangs', () => {}],
    ['breaks the connection', request => request.socket.destroy()],
    [
      'breaks the connection during the response',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '500' });
        response.write('{"jsonrpc":"2.0",');
        setTimeout(() => request.socket.destroy(), 20);
      },
    ],
    ['answers HTML', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
    ['answers HTML with 502', (_, response) => response.writeHead(502).end('<html>Bad gateway')],
    ['answers nothing', (_, response) => response.end()],
    ['limits', (_, response) => response.writeHead(429).end('slow down')],
    [
      'limits in JSON-RPC',
      (_, response) => response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"no"}}'),
    ],
    ['rejects the credentials of the operator', (_, response) => response.writeHead(401).end('{}')],
    ['redirects', (_, response) => response.writeHead(302, { Location: chain.anvilUrl }).end()],
  ])('is served by the next when it %s', async (_, how) => {
    const one = await atOneTime([chain.first.url, chain.anvilUrl]);
    chain.first.behave(how);
    const answer = await chain.ask('eth_getBalance', [ACCOUNT, 'latest'], 7, one);
    expect(answer.json).toEqual(balance);
    expect(answer.ms).toBeLessThan(TIMEOUT);
    expect(chain.first.seen().length).toBeGreaterThan(0);
    // The other node is preferred from now on. A call that takes it 100 ms goes to both, as it should, and proves nothing. It may
    // reach the first node only during the next call, so each asks for another account.
    for (let calls = 0, quick = 0; quick < 5; calls += 1) {
      const account = `0x${calls.toString(16).padStart(40, '0')}`;
      const { status, ms } = await chain.ask('eth_getBalance', [account, 'latest'], 7, one);
      expect(status).toBe(200);
      if (ms >= 90) continue;
      expect(chain.first.seen().filter(({ body }) => body.includes(account))).toEqual([]);
      quick += 1;
    }
  });

  it('stays behind the next when the next is slow and yet answers before it', async () => {
    const second = await startFaultyUpstream(CHAIN);
    onTestFinished(second.stop);
    const [first, one] = [chain.first, await atOneTime([chain.first.url, second.url])];
    const answers = (response: { end(text: string): void }) =>
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    second.behave((_, response) => answers(response));
    first.behave((_, response) => response.writeHead(500).end());
    // Unlike a read, a transaction goes to one node at a time, however slow that is.
    const send = async () => (await chain.ask('eth_sendRawTransaction', ['0x02'], 7, one)).json.result;
    expect(await send()).toBe('0x1');
    expect(first.seen().length).toBe(1);
    // The first node gets the slow read too, and loses. That doesn't undo its failure.
    first.behave(() => {});
    second.behave(async (_, response) => {
      await waitUntil(async () => first.seen().length > 1);
      answers(response);
    });
    expect((await chain.ask('eth_gasPrice', [], 7, one)).json.result).toBe('0x1');
    second.behave((_, response) => answers(response));
    expect(await send()).toBe('0x1');
    expect(first.seen().length).toBe(2);
  });

  it('is served by the next when it cannot be reached', async () => {
    const absent = await chain.gatewayOn(['http://127.0.0.1:1', chain.anvilUrl]);
    expect((await chain.ask('eth_getBalance', [ACCOUNT, 'latest'], 7, absent)).json).toEqual(balance);
    absent.close();
  });

  it('is served by the next when it hangs from the first request', async () => {
    chain.first.pretend(undefined);
    chain.first.behave(() => {});
    const answer = await chain.ask('eth_getBalance', [ACCOUNT, 'latest']);
    expect(answer.json).toEqual(balance);
    expect(answer.ms).toBeLessThan(TIMEOUT);
  });

  it('is served by the next when it serves another chain', async () => {
    chain.first.pretend('eip155:1');
    chain.first.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x0"}'));
    expect((await chain.ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    expect(chain.first.seen()).toEqual([]);
  });

  it('is served by the next when it reports a false block number', async () => {
    chain.first.pretend(undefined);
    chain.first.behave((_, response, body) => {
      if (!body.includes('"eth_blockNumber"')) return void chain.honest(response, body);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xfffffff"}');
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await chain.ask('eth_blockNumber')).json.result).toBe('0x10');
    }
  });

  it('is served by the next when it is far behind', async () => {
    // The faulty node pretends to be at block 16 of the year 2023.
    await chain.rpc('anvil_mine', ['0x10']);
    chain.first.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}'));
    expect((await chain.ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    expect(chain.first.seen()).toEqual([]);
  });

  it('uses it again when it recovers', async () => {
    chain.first.pretend(undefined);
    chain.first.behave((_, response, body) => {
      if (body.includes('eth_getBalance')) response.writeHead(500).end();
      else chain.honest(response, body);
    });
    expect((await chain.ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    chain.first.behave((_, response, body) => void chain.honest(response, body));
    const before = chain.first.seen().length;
    await waitUntil(async () => {
      await chain.ask('eth_gasPrice');
      return chain.first
        .seen()
        .slice(before)
        .some(({ body }) => body.includes('eth_gasPrice'));
    }, 10_000);
  });

  it('reports the reason when no node is left', async () => {
    const second = await startFaultyUpstream(CHAIN);
    const alone = await chain.gatewayOn([chain.first.url, second.url]);
    chain.first.behave((_, response) => response.end('<html>'));
    second.behave(() => {});
    expect(await chain.ask('eth_gasPrice', [], 'x', alone)).toMatchObject({
      status: 502,
      json: { id: 'x', error: { data: { code: 'UPSTREAM_FAILED' } } },
    });
    alone.close();
    await second.stop();
  });

  it.each([
    ['serves another chain', 'eip155:1', 'UPSTREAM_WRONG_CHAIN'],
    ['contradicts itself', undefined, 'UPSTREAM_UNTRUSTED'],
  ])('refuses when its only node %s', async (_, pretended, code) => {
    const alone = await chain.gatewayOn([chain.first.url]);
    chain.first.pretend(pretended);
    chain.first.behave((_request, response, body) => {
      if (!body.includes('"eth_blockNumber"')) return void chain.honest(response, body);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xfffffff"}');
    });
    expect(await chain.ask('eth_gasPrice', [], 1, alone)).toMatchObject({
      status: 502,
      json: { error: { data: { code } } },
    });
    for (const { errors } of [proxyRpcRequest, callChainRequest]) expect(errors).toContain(code);
    alone.close();
  });
});

describe('a chain with three nodes', () => {
  it('trusts the majority about the block number', async () => {
    const liar = chain.first;
    liar.pretend(undefined);
    const block = '{"number":"0xfffffff","timestamp":"0x65000000"}';
    liar.behave((_, response, body) => {
      const result = body.includes('eth_getBlockByNumber') ? block : '"0xfffffff"';
      if (/eth_blockNumber|eth_getBlockByNumber/.test(body)) {
        return void response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
      }
      chain.honest(response, body);
    });
    const three = await chain.gatewayOn([liar.url, chain.anvilUrl, `${chain.anvilUrl}/`]);
    const { result } = await chain.rpc('eth_blockNumber');
    expect((await chain.ask('eth_blockNumber', [], 7, three)).json.result).toBe(result);
    three.close();
  });
});
