import type { DevelopmentBundler } from '@latchkit/dev-bundler';
import { createTestClient, http, keccak256, parseEther, publicActions, stringToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBundler } from '../../../../gateway/test/servers/startBundler.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import {
  awaitUserOperation,
  type RpcCaller,
  RpcRefusal,
  type SendUserOperationOptions,
  sendUserOperation,
} from './sendUserOperation.js';
import { signedOperation } from './signedOperation.test-support.js';
import { SMART_ACCOUNT_V1, smartAccountAddress } from './smartAccountV1.js';
import type { UserOperation } from './userOperation.js';

const CHAIN = 31_337;
const ENTRY_POINT = SMART_ACCOUNT_V1.entryPoint;
let anvil: Anvil;
let bundler: DevelopmentBundler;
let sent: string[] = [];

function callerOf(url: string): RpcCaller {
  return async (method, params, signal) => {
    sent.push(method);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', body, headers, signal });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (error) throw new RpcRefusal(error.code, error.message);
    return result;
  };
}

const chain = () =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) }).extend(publicActions);
const debug = (method: string, ...params: unknown[]) =>
  callerOf(bundler.url(CHAIN))(method, params, new AbortController().signal);

beforeAll(async () => {
  anvil = await startAnvil(CHAIN);
  bundler = await startBundler(anvil.url);
});
afterEach(async () => {
  await debug('debug_bundler_setBundlingMode', 'auto');
  await debug('debug_bundler_clearState');
  sent = [];
});
afterAll(async () => {
  await bundler.close();
  await anvil.stop();
});

let visitors = 0;
/** An owner whose account has ether and is not deployed. */
async function visitor(): Promise<{ owner: PrivateKeyAccount; receiver: `0x${string}` }> {
  visitors += 1;
  const owner = privateKeyToAccount(keccak256(stringToHex(`sender ${visitors}`)));
  const address = smartAccountAddress(owner.address);
  await chain().setBalance({ address, value: parseEther('1') });
  return { owner, receiver: `0x${visitors.toString(16).padStart(40, 'b')}` };
}

const received = (address: `0x${string}`) => chain().getBalance({ address });

async function payment(change: { nonce?: bigint; maxFeePerGas?: bigint; validUntil?: number } = {}) {
  const { owner, receiver } = await visitor();
  const calls = [{ to: receiver, value: 7n, data: '0x' as const }];
  const operation = await signedOperation({ owner, calls, isFirst: true, ...change });
  return { owner, receiver, operation };
}

/** Each wait is a turn of the event loop, and of what the test does between two looks. */
function optionsFor(
  operation: UserOperation,
  change: Partial<SendUserOperationOptions> & { between?: () => Promise<unknown> } = {},
): SendUserOperationOptions {
  const { between = async () => {}, ...others } = change;
  return {
    operation,
    chainId: CHAIN,
    validUntil: 0,
    fromBlock: 0n,
    bundler: callerOf(bundler.url(CHAIN)),
    node: callerOf(anvil.url),
    signal: new AbortController().signal,
    wait: async () => {
      await between();
    },
    ...others,
  };
}

const sends = () => sent.filter(method => method === 'eth_sendUserOperation').length;
const down: RpcCaller = () => Promise.reject(new TypeError('fetch failed'));

describe('sendUserOperation', () => {
  it("waits with eth_getUserOperationReceipt, and returns the chain's outcome [CALL-43]", async () => {
    const { operation, receiver } = await payment();
    const outcome = await sendUserOperation(optionsFor(operation));
    expect(outcome).toMatchObject({ status: 'included', success: true });
    expect(sent).toContain('eth_getUserOperationReceipt');
    expect([sends(), await received(receiver)]).toEqual([1, 7n]);
  });

  it('says that the calls failed', async () => {
    const { owner, receiver } = await payment();
    const calls = [{ to: receiver, value: parseEther('5'), data: '0x' as const }];
    const operation = await signedOperation({ owner, calls, isFirst: true });
    expect(await sendUserOperation(optionsFor(operation))).toMatchObject({
      status: 'included',
      success: false,
    });
  });

  it('returns the refusal of the bundler', async () => {
    const { operation } = await payment();
    const forged = { ...operation, signature: operation.signature.replace(/.{4}$/, '001b') };
    expect(await sendUserOperation(optionsFor(forged))).toMatchObject({ status: 'refused', code: -32_507 });
  });

  it('sends once when the answer is lost, and finds the outcome without the bundler', async () => {
    const { operation, receiver } = await payment();
    const real = callerOf(bundler.url(CHAIN));
    // The bundler takes the operation, and then nobody reaches it.
    const lossy: RpcCaller = async (method, params, signal) => {
      if (method !== 'eth_sendUserOperation') return down(method, params, signal);
      await real(method, params, signal);
      throw new TypeError('The connection was closed');
    };
    const outcome = await sendUserOperation(optionsFor(operation, { bundler: lossy }));
    expect(outcome).toMatchObject({ status: 'included', success: true });
    expect([sends(), await received(receiver)]).toEqual([1, 7n]);
    // Another call with the same operation, for example after a reload, ends in the same way.
    expect(await sendUserOperation(optionsFor(operation))).toEqual(outcome);
    expect(await received(receiver)).toBe(7n);
  });

  it('waits for the event of an operation whose nonce a node counts as used already', async () => {
    const { operation } = await payment();
    const real = callerOf(anvil.url);
    let looks = 0;
    const late: RpcCaller = (method, params, signal) => {
      if (method !== 'eth_getLogs') return real(method, params, signal);
      looks += 1;
      return looks === 1 ? Promise.resolve([]) : real(method, params, signal);
    };
    const bundlerOnce: RpcCaller = (method, params, signal) =>
      (method === 'eth_sendUserOperation' ? callerOf(bundler.url(CHAIN)) : down)(method, params, signal);
    const outcome = await sendUserOperation(optionsFor(operation, { bundler: bundlerOnce, node: late }));
    expect(outcome).toMatchObject({ status: 'included', success: true });
    expect(looks).toBe(2);
  });

  it('takes no word of a bundler for it: another transaction is not the outcome', async () => {
    const other = await payment();
    const first = await sendUserOperation(optionsFor(other.operation));
    const { operation, receiver } = await payment();
    await debug('debug_bundler_setBundlingMode', 'manual');
    const real = callerOf(bundler.url(CHAIN));
    const lying: RpcCaller = (method, params, signal) =>
      method === 'eth_getUserOperationReceipt'
        ? Promise.resolve({ success: true, receipt: first })
        : real(method, params, signal);
    let rounds = 0;
    const between = async () => {
      rounds += 1;
      expect(await received(receiver)).toBe(0n);
      if (rounds === 3) await debug('debug_bundler_sendBundleNow');
    };
    const outcome = await sendUserOperation(optionsFor(operation, { bundler: lying, between }));
    expect(outcome).toMatchObject({ status: 'included', success: true });
    expect([rounds, await received(receiver)]).toEqual([3, 7n]);
  });

  it('ends as expired when the bundler drops the operation, once the chain would refuse it', async () => {
    const { timestamp } = await chain().getBlock();
    const validUntil = Number(timestamp) + 60;
    const { operation, receiver } = await payment({ validUntil });
    await debug('debug_bundler_setBundlingMode', 'manual');
    let rounds = 0;
    const between = async () => {
      rounds += 1;
      if (rounds === 1) await debug('debug_bundler_clearState');
      if (rounds === 2) await chain().setNextBlockTimestamp({ timestamp: BigInt(validUntil + 1) });
      if (rounds === 2) await chain().mine({ blocks: 1 });
    };
    expect(await sendUserOperation(optionsFor(operation, { validUntil, between }))).toEqual({
      status: 'expired',
    });
    expect([rounds, await received(receiver)]).toEqual([2, 0n]);
    // A bundler that finds it again can't bring it to the chain either.
    await debug('debug_bundler_setBundlingMode', 'auto');
    const again = await sendUserOperation(optionsFor(operation));
    // Of ERC-7769: the time range; Alto has one code for all that validation refuses.
    const code = process.env.LATCHKIT_ALTO ? -32_500 : -32_503;
    expect(again).toMatchObject({ status: 'refused', code });
  });

  it('ends one of two operations with the same nonce as replaced', async () => {
    const { owner, receiver, operation } = await payment();
    const calls = [{ to: receiver, value: 100n, data: '0x' as const }];
    const dearer = await signedOperation({ owner, calls, isFirst: true, maxFeePerGas: 9_000_000_000n });
    await debug('debug_bundler_setBundlingMode', 'manual');
    const waiting = sendUserOperation(
      optionsFor(operation, {
        between: async () => {
          if (sends() === 1)
            await callerOf(bundler.url(CHAIN))(
              'eth_sendUserOperation',
              [dearer, ENTRY_POINT],
              new AbortController().signal,
            );
          await debug('debug_bundler_sendBundleNow');
        },
      }),
    );
    expect(await waiting).toEqual({ status: 'replaced' });
    expect(await awaitUserOperation(optionsFor(dearer))).toMatchObject({ status: 'included', success: true });
    expect(await received(receiver)).toBe(100n);
  });

  it('ends with its signal while the bundler is slow and the operation waits', async () => {
    const { operation } = await payment();
    const controller = new AbortController();
    const slow: RpcCaller = (_method, _params, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('The visitor left'));
      });
    const options = optionsFor(operation, { bundler: slow, signal: controller.signal });
    await expect(sendUserOperation(options)).rejects.toThrow('The visitor left');
  });

  it('waits on while the node is down', async () => {
    const { operation } = await payment();
    let rounds = 0;
    const real = callerOf(anvil.url);
    const node: RpcCaller = (...call) => (rounds < 3 ? down(...call) : real(...call));
    const between = async () => {
      rounds += 1;
    };
    const outcome = await sendUserOperation(optionsFor(operation, { node, between }));
    expect(outcome.status).toBe('included');
    expect(rounds).toBeGreaterThanOrEqual(3);
  });

  // The last one: Alto expects the transactions that anvil forgets here.
  it('waits on when a reorganisation removes the operation before it was seen', async () => {
    const validUntil = Number((await chain().getBlock()).timestamp) + 60;
    const { operation, receiver } = await payment({ validUntil });
    const snapshot = await chain().snapshot();
    await debug('eth_sendUserOperation', operation, ENTRY_POINT);
    await vi.waitFor(async () => expect(await received(receiver)).toBe(7n));
    await chain().revert({ id: snapshot });
    expect(await received(receiver)).toBe(0n);
    if (!process.env.LATCHKIT_ALTO) {
      const outcome = await awaitUserOperation(optionsFor(operation, { validUntil }));
      expect(outcome).toMatchObject({ status: 'included', success: true });
      expect(await received(receiver)).toBe(7n);
      return;
    }
    // Alto does not include it again.
    const between = async () => {
      await chain().setNextBlockTimestamp({ timestamp: BigInt(validUntil + 1) });
      await chain().mine({ blocks: 1 });
    };
    const outcome = await awaitUserOperation(optionsFor(operation, { validUntil, between }));
    expect(outcome).toEqual({ status: 'expired' });
  });
});
