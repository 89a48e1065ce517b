import { describe, expect, it } from 'vitest';
import { CHAIN, faultyChain, RPC_ADDRESS } from '../../../test/servers/faultyChain.js';
import { startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';

const chain = faultyChain();

describe('sending a transaction', () => {
  const RAW = '0x02';

  it('tries the next node when the first is unreachable, and not when it may have sent the transaction', async () => {
    const second = await startFaultyUpstream(CHAIN);
    const two = await chain.gatewayOn([chain.first.url, second.url]);
    second.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0xaa"}'));
    chain.first.behave((_, response) => response.writeHead(503).end());
    expect((await chain.ask('eth_sendRawTransaction', [RAW], 7, two)).json.result).toBe('0xaa');
    two.close();

    const again = await chain.gatewayOn([chain.first.url, second.url]);
    const before = second.seen().length;
    chain.first.behave(() => {});
    expect(await chain.ask('eth_sendRawTransaction', [RAW], 7, again)).toMatchObject({
      status: 504,
      json: { error: { data: { code: 'UPSTREAM_TIMEOUT' } } },
    });
    expect(second.seen()).toHaveLength(before);
    again.close();
    await second.stop();
  });

  it('does not share identical transactions', async () => {
    let count = 0;
    chain.first.behave((_, response) => {
      count += 1;
      response.end(`{"jsonrpc":"2.0","id":1,"result":"0x${count}"}`);
    });
    const alone = await chain.gatewayOn([chain.first.url]);
    const answers = await Promise.all(
      [1, 2].map(id => chain.ask('eth_sendRawTransaction', [RAW], id, alone)),
    );
    expect(answers.map(({ json }) => json.result).sort()).toEqual(['0x1', '0x2']);
    alone.close();
  });
});

describe('calls of a project', () => {
  it('are rate-limited, with each call of a batch counted', async () => {
    const limited = await chain.gatewayOn([chain.anvilUrl], {
      limits: { rpcPerProject: 5, perAddress: 1_000 },
    });
    const body = JSON.stringify(
      Array.from({ length: 4 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' })),
    );
    expect((await limited.app.request(RPC_ADDRESS, { method: 'POST', body })).status).toBe(200);
    const refused = await limited.app.request(RPC_ADDRESS, { method: 'POST', body });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: -32005, data: { code: 'RATE_LIMITED' } } });
    limited.close();
  });
});
