// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { cancelConnect, connect } from '../core/connection/connect.js';
import { disconnect } from '../core/connection/disconnect.js';
import { createLatchkit } from '../core/createLatchkit.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { closeModal } from '../core/modal/closeModal.js';
import { openModal } from '../core/modal/openModal.js';
import { start } from '../core/start.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { solana as mainnet } from '../networks/networks.js';
import {
  checkEach,
  expectAnswered,
  FAILURES,
  give,
  holdsWithin,
  NEVER,
  oneOf,
  type Random,
  REFUSALS,
  randomOf,
  runSequences,
  within,
} from '../testing/oddAnswers.test-support.js';
import { registerWallet } from '../testing/registerWallet.js';
import { solana } from './solana.js';

const ADDRESS = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';
const SEQUENCES = process.env.LATCHKIT_FULL ? 3_000 : 100;
const KEY = new Uint8Array(32).fill(7);
const SIGNATURE = new Uint8Array(64).fill(9);

const ODD = [null, undefined, {}, 'x', [null], [{}]];
/** What a wallet may answer or report, by place, in groups that are equally likely; `true` stands for its account. */
const SHAPES = {
  connect: [[true], [true], [true], [[], ...ODD], [NEVER], REFUSALS],
  silent: [[true], [[], ...ODD], [NEVER, { throws: 'boom' }]],
  change: [ODD, [{ accounts: null }, { accounts: [null] }, { features: null }, { chains: [null] }]],
  signature: [
    [[{ signature: SIGNATURE, signedMessage: KEY }]],
    [[], ...ODD, [{ signature: null }], { throws: 'boom' }],
    [NEVER],
    REFUSALS,
    FAILURES,
  ],
  disconnect: [
    [undefined, null],
    [NEVER, { throws: 'boom' }],
  ],
} as const;

/** A wallet of Wallet Standard that answers in odd shapes, and whether it named its account. */
function oddWallet(random: Random) {
  const one = (groups: readonly (readonly unknown[])[]) => oneOf(random, groups);
  const truth: { named: boolean; signature: unknown } = { named: false, signature: undefined };
  const listeners = new Set<(change: unknown) => void>();
  const features = {
    'standard:connect': 1,
    'standard:disconnect': 1,
    'standard:events': 1,
    'solana:signMessage': 1,
  };
  const account = {
    address: ADDRESS,
    publicKey: KEY,
    chains: ['solana:mainnet'],
    features: Object.keys(features),
  };
  const asked = (shape: unknown) => {
    if (shape !== true) return give(Array.isArray(shape) ? { accounts: shape } : shape);
    truth.named = true;
    return Promise.resolve({ accounts: [account] });
  };
  const tell = () => {
    if (random() < 0.4) for (const listener of listeners) listener(one(SHAPES.change));
  };
  const wallet = {
    version: '1.0.0',
    name: 'Odd',
    icon: 'data:image/svg+xml;base64,AA',
    chains: ['solana:mainnet'],
    get accounts() {
      return truth.named ? [account] : [];
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: ({ silent = false }: { readonly silent?: boolean } = {}) =>
          asked(one(silent ? SHAPES.silent : SHAPES.connect)).finally(tell),
      },
      'standard:disconnect': { version: '1.0.0', disconnect: () => give(one(SHAPES.disconnect)) },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: (change: unknown) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: () => {
          truth.signature = one(SHAPES.signature);
          return give(truth.signature).finally(tell);
        },
      },
    },
  };
  return { wallet, truth };
}

async function sequence(seed: number) {
  const random = randomOf(seed);
  const { wallet, truth } = oddWallet(random);
  const gone = new AbortController();
  registerWallet(wallet, gone.signal);
  const storage = memoryStorage();
  const kits: { readonly kit: Latchkit; readonly check: () => void }[] = [];
  const accountOf = (kit: Latchkit) => kit.store.getState().namespaces.solana?.account;
  const open = async (reconnect: boolean) => {
    const kit = createLatchkit({
      networks: [mainnet],
      adapters: [solana()],
      storage,
      reconnect,
      features: { email: false, socials: false, analytics: false },
    }) as Latchkit;
    start(kit);
    const check = () => {
      const connection = kit.store.getState().namespaces.solana?.connection;
      if (connection?.status !== 'connected') return;
      expect(truth.named, 'connected without an account').toBe(true);
      expect(connection.accounts).toEqual([ADDRESS]);
    };
    kits.push({ kit, check: checkEach(kit.store, check) });
    await within(5, kit.kernel.start());
    expect(await holdsWithin(5, () => kit.store.getState().connectors.length > 0), 'a wallet').toBe(true);
    return kit;
  };
  const leaves = (kit: Latchkit) => {
    closeModal(kit);
    expect(kit.store.getState().modal.open, 'a view without a way out').toBe(false);
  };
  try {
    const kit = await open(false);
    openModal(kit);
    const connecting = connect(kit, { connectorId: kit.store.getState().connectors[0]?.id ?? '' });
    if ((await within(20, connecting)) === 'open') {
      if (random() < 0.5) cancelConnect(kit);
      else leaves(kit);
      expect(await within(1, connecting)).toEqual({ code: 'MODAL_CLOSED' });
    }
    const signing = signMessage(kit, { message: 'Hello' });
    const signed = await within(15, signing);
    if (truth.signature === NEVER) expect(signed, 'a signature that nobody gave').toBe('open');
    else if (accountOf(kit)?.isConnected) expectAnswered(signed, truth.signature);
    else expect(signed, 'an end').toHaveProperty('code');
    leaves(kit);
    kit.destroy();
    expect(await within(1, signing), 'what was never answered').not.toBe('open');
    const again = await open(true);
    const isSettled = () => !['reconnecting', 'connecting'].includes(accountOf(again)?.status ?? '');
    expect(await holdsWithin(60, isSettled), 'a restored connection').toBe(true);
    leaves(again);
    expect(await within(15, disconnect(again)), 'a disconnection').not.toBe('open');
    expect(again.store.getState().namespaces.solana?.connection.status).toBe('disconnected');
    for (const one of kits) one.check();
  } finally {
    for (const { kit } of kits) kit.destroy();
    gone.abort();
  }
}

describe('solana, with a wallet that answers in odd shapes', () => {
  it(`settles every call and claims nothing false, over ${SEQUENCES} sequences`, {
    timeout: 600_000,
  }, async () => {
    // With fake timers, loading takes no time that passes.
    await Promise.all([
      import('./discovery/createDiscovery.js'),
      import('./engine/createEngine.js'),
      import('./engine/createWalletRequests.js'),
    ]);
    await runSequences(sequence, { sequences: SEQUENCES });
  });
});
