// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelConnect, connect } from '../core/connection/connect.js';
import { disconnect } from '../core/connection/disconnect.js';
import { switchNetwork } from '../core/connection/switchNetwork.js';
import { createLatchkit } from '../core/createLatchkit.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { defineNetwork } from '../core/networks/defineNetwork.js';
import { start } from '../core/start.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { isError } from '../protocol/BaseError.js';
import { NO_CHAINS, shapesOfChain } from '../testing/chainShapes.test-support.js';
import { REFUSAL_TEXTS } from '../testing/refusalTexts.test-support.js';
import { evm } from './evm.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NEVER = Symbol('never');
const WAITING = { code: -32002, message: 'Already processing' };
const SEQUENCES = process.env.LATCHKIT_FULL ? 10_000 : 300;

type Random = () => number;

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const refusals = REFUSAL_TEXTS.map(text => ({ throws: { message: text } }));
/** What a wallet may answer, by method; what is thrown is in `throws`. */
const SHAPES = {
  accounts: [[ADDRESS], [ADDRESS.toLowerCase(), null], [], null, undefined, {}, 'x', [null], NEVER],
  approval: [[ADDRESS], [ADDRESS], [ADDRESS], [], null, { throws: WAITING }, NEVER, ...refusals.slice(0, 6)],
  change: [
    null,
    undefined,
    'ok',
    NEVER,
    { throws: WAITING },
    { throws: { code: 4902 } },
    ...refusals.slice(0, 4),
  ],
  signature: ['0x01', null, undefined, {}, [], { throws: 'boom' }, ...refusals.slice(0, 8)],
} as const;

/** A wallet that answers in odd shapes, and what is true about it. */
function oddWallet(random: Random) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const listeners = new Map<string, Set<(told: unknown) => unknown>>();
  const truth = { named: false, chain: 1, refused: false };
  const emit = (event: string, told: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(told);
  };
  const give = (shape: unknown): Promise<unknown> => {
    if (shape === NEVER) return new Promise(() => {});
    if (typeof shape === 'object' && shape !== null && 'throws' in shape) return Promise.reject(shape.throws);
    if (Array.isArray(shape) && shape.some(one => String(one).toLowerCase() === ADDRESS.toLowerCase()))
      truth.named = true;
    return Promise.resolve(shape);
  };
  const change = (chain: number) => {
    if (random() < 0.7) truth.chain = chain;
    if (random() < 0.6) emit('chainChanged', pick([...shapesOfChain(truth.chain), ...NO_CHAINS]));
    if (random() < 0.2) emit('accountsChanged', pick([null, undefined, [null], 'x', {}]));
  };
  const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        return give(pick<unknown>(SHAPES.approval));
      case 'eth_accounts':
        return give(pick<unknown>(SHAPES.accounts));
      case 'eth_chainId':
        return give(random() < 0.8 ? pick(shapesOfChain(truth.chain)) : pick([...NO_CHAINS, NEVER]));
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        change(Number((params as [{ chainId: string }])[0].chainId));
        return give(pick<unknown>(SHAPES.change));
      case 'personal_sign':
        return give(pick<unknown>(SHAPES.signature));
      default:
        return Promise.reject({ code: 4200 });
    }
  };
  const provider = {
    request,
    on: (event: string, listener: (told: unknown) => unknown) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (told: unknown) => unknown) =>
      void listeners.get(event)?.delete(listener),
  };
  return { provider, truth };
}

const networks = [1, 10].map(id =>
  defineNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }),
) as unknown as [ReturnType<typeof defineNetwork>];

/** Lets time pass until a promise settles. @returns what it settled with; 'open' after the limit, in seconds */
async function within<T>(seconds: number, promise: Promise<T>): Promise<T | { code: string } | 'open'> {
  let end: T | { code: string } | 'open' = 'open';
  promise.then(
    value => {
      end = value;
    },
    (error: unknown) => {
      end = isError(error) ? { code: error.code } : { code: `foreign: ${String(error)}` };
    },
  );
  for (let passed = 0; passed <= seconds && end === 'open'; passed++) {
    await vi.advanceTimersByTimeAsync(passed < 4 ? 250 : 1_000);
    await new Promise(resolve => setImmediate(resolve));
  }
  return end;
}

const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);
beforeEach(() => {
  process.on('unhandledRejection', onUncaught);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', onUncaught);
});

async function sequence(seed: number) {
  const random = randomOf(seed);
  const { provider, truth } = oddWallet(random);
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Odd',
    icon: 'data:image/png;base64,AA',
    rdns: 'example.odd',
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  const kit = createLatchkit({
    networks,
    adapters: [evm()],
    storage: memoryStorage(),
    reconnect: false,
    features: { email: false, socials: false, analytics: false },
  }) as Latchkit;
  start(kit);
  const check = () => {
    const connection = kit.store.getState().namespaces.eip155?.connection;
    if (connection?.status !== 'connected') return;
    expect(truth.named, 'connected without an account').toBe(true);
    expect(connection.chainId, 'a chain').toMatch(/^eip155:[1-9]\d*$/);
    expect(connection.accounts).toEqual([ADDRESS]);
  };
  const unsubscribe = kit.store.subscribe(check);
  try {
    await within(5, kit.kernel.start());
    await within(
      5,
      (async () => {
        while (kit.store.getState().connectors.length === 0)
          await new Promise(resolve => setTimeout(resolve, 100));
      })(),
    );
    const connecting = connect(kit, { connectorId: info.rdns });
    if ((await within(20, connecting)) === 'open') {
      cancelConnect(kit);
      expect(await within(1, connecting)).toEqual({ code: 'MODAL_CLOSED' });
    }
    for (const chainId of ['eip155:10', 'eip155:1'] as const) {
      const end = await within(260, switchNetwork(kit, { chainId }));
      expect(end, 'a switch').not.toBe('open');
      if (typeof end === 'object' && 'code' in end) {
        expect(['SWITCH_FAILED', 'SWITCH_REJECTED', 'CONNECTOR_CANNOT_SWITCH', 'NO_RPC_URL']).toContain(
          end.code,
        );
      }
    }
    const signed = await within(15, signMessage(kit, { message: 'Hello' }));
    if (typeof signed === 'object') expect(signed.code).not.toMatch(/^foreign/);
    expect(await within(15, disconnect(kit)), 'a disconnection').not.toBe('open');
    expect(kit.store.getState().namespaces.eip155?.connection.status).toBe('disconnected');
  } finally {
    unsubscribe();
    kit.destroy();
    window.removeEventListener('eip6963:requestProvider', announce);
  }
}

describe('evm, with a wallet that answers in odd shapes', () => {
  it(`settles every call and claims nothing false, over ${SEQUENCES} sequences`, {
    timeout: 600_000,
  }, async () => {
    // With fake timers, loading takes no time that passes.
    await Promise.all([
      import('./discovery/createDiscovery.js'),
      import('./createEngine.js'),
      import('./wagmi/createOwnConfig.js'),
      import('./wagmi/switchWallet.js'),
      import('./provider/addChain.js'),
      import('./createAccountEngine.js'),
      import('./provider/createWalletRequests.js'),
    ]);
    const first = Number(process.env.LATCHKIT_SEED ?? Math.floor(Math.random() * 2 ** 31));
    for (let at = 0; at < SEQUENCES; at++) {
      try {
        await sequence(first + at);
      } catch (error) {
        throw new Error(`Sequence with LATCHKIT_SEED=${first + at} failed: ${String(error)}`, {
          cause: error,
        });
      }
    }
    expect(uncaught.splice(0)).toEqual([]);
  });
});
