import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';

let suite: WalletSuite;
let stopChain: () => Promise<void>;
beforeAll(async () => {
  const chain = await startAnvil(31_337);
  stopChain = chain.stop;
  // One allowance in total, so that the test can use it up.
  suite = await walletSuite({ upstreams: { 'eip155:31337': [chain.url] }, allowanceFactor: 1 });
});
afterAll(async () => {
  await suite.close();
  await stopChain();
});

const call = (method: string, params: readonly unknown[] = []) => ({ jsonrpc: '2.0', id: 7, method, params });

async function signedIn(): Promise<{ frame: WalletFrame; access: string }> {
  const frame = await suite.frame();
  const { session } = await frame.signIn(suite.address());
  return { frame, access: session.access };
}

describe('rpcCalls', () => {
  it('calls the chain for a signed-in installation, and for no one else', async () => {
    const { frame, access } = await signedIn();
    const path = '/v1/rpc/eip155:31337';
    const body = call('eth_chainId');
    const answer = await frame.call('frame', path, { body, access });
    expect([answer.status, answer.json]).toEqual([200, { jsonrpc: '2.0', id: 7, result: '0x7a69' }]);
    expect((await frame.call('frame', path, { body })).status).toBe(401);
    const thief = await suite.frame();
    expect((await thief.call('frame', path, { body, access })).status).toBe(401);
  });

  it('passes on the errors of the chain, and refuses unknown chains', async () => {
    const { frame, access } = await signedIn();
    const body = call('eth_sendRawTransaction', ['0x00']);
    const answer = await frame.call('frame', '/v1/rpc/eip155:31337', { body, access });
    expect([answer.status, answer.json]).toMatchObject([200, { error: { code: expect.any(Number) } }]);
    const other = await frame.call('frame', '/v1/rpc/eip155:4242', { body, access });
    expect([other.status, other.json.error?.code]).toEqual([400, 'CHAIN_NOT_SUPPORTED']);
  });

  it('sends nothing for a wallet that was frozen', async () => {
    const frame = await suite.frame();
    const { session, user } = await frame.signIn(suite.address());
    const { access } = session;
    const ask = async (method: string, params: readonly unknown[]) => {
      const body = call(method, params);
      const answer = await frame.call('frame', '/v1/rpc/eip155:31337', { body, access });
      return [answer.status, answer.json.error?.code];
    };
    await suite.database.query(
      `update ${WALLET_SCHEMA}.users set frozen_until = now() + interval '1 day' where id = $1`,
      [user.id],
    );
    for (const method of ['eth_sendRawTransaction', 'sendTransaction'])
      expect(await ask(method, ['0x00'])).toEqual([403, 'FROZEN']);
    expect(await ask('eth_chainId', [])).toEqual([200, undefined]);
  });

  it('serves the methods that the wallet needs, one call at a time, and none that use the node', async () => {
    const { frame, access } = await signedIn();
    const ask = async (body: unknown) => {
      const { status, json } = await frame.call('frame', '/v1/rpc/eip155:31337', { body, access });
      return [status, json.error?.code];
    };
    for (const method of [
      'eth_accounts',
      'eth_sendTransaction',
      'eth_sign',
      'anvil_setBalance',
      'getProgramAccounts',
    ]) {
      expect(await ask(call(method))).toEqual([403, 'METHOD_NOT_ALLOWED']);
    }
    expect(await ask([call('eth_chainId')])).toEqual([400, 'INVALID_RPC_REQUEST']);
    expect(await ask({ method: 'eth_chainId' })).toEqual([400, 'INVALID_RPC_REQUEST']);
    // Larger than the body limit of any other call, and of this one.
    expect(await ask(call('eth_call', [{ data: `0x${'00'.repeat(40_000)}` }, 'latest']))).toEqual([
      200,
      undefined,
    ]);
    expect(await ask(call('eth_call', [{ data: 'x'.repeat(600_000) }]))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('serves an installation 300 calls a minute', async () => {
    const { frame, access } = await signedIn();
    // On a busy machine, the calls take longer than the minute in which they count.
    passTime(0);
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const ask = () => frame.call('frame', '/v1/rpc/eip155:31337', { body: call('eth_chainId'), access });
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    const refused = await ask();
    expect([refused.status, refused.json.error]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  });
});
