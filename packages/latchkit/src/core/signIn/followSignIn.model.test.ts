// @vitest-environment jsdom
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mainnet, optimism } from '../../networks/networks.js';
import { createError } from '../../protocol/errors.js';
import { getAccount } from '../connection/account.js';
import { connect } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { switchNetwork } from '../connection/switchNetwork.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { placeModal } from '../modal/rootElement.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { idOf, REFUSED, scriptedSignIn } from './scriptedSignIn.test-support.js';
import { cancelSignIn, signIn, signOut } from './signIn.js';

const RUNS = process.env.LATCHKIT_FULL === '1' ? 2_000 : 60;
/** Sequences that failed in earlier runs. */
const FOUND: [Step[]][] = [[['sign', 'open', 'gatewayAway', 'sign']], [['sign', 'connect', 'sign']]];
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const AWAY = new Error('away');

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** Lets everything that is pending happen; calls that fail are retried after a second. */
const settle = () => vi.advanceTimersByTimeAsync(1_000);

/** A visitor, a wallet with two accounts and two networks, a host with sessions, and a page that can be reloaded. */
class World {
  readonly storage = memoryStorage();
  readonly siwx;
  /** Open prompts of the wallet, with the function that answers each. */
  prompts: { resolve(signature: string): void; reject(error: unknown): void }[] = [];
  /** The maximum number of prompts that were open at once. */
  most = 0;
  prompted = 0;
  pressed = 0;
  account = ADDRESS;
  chainId: 'eip155:1' | 'eip155:10' | 'eip155:777' = 'eip155:1';
  kit!: Latchkit;
  adapter = scriptedAdapter('eip155', [connectorOf('io.one')]);

  constructor(readonly required: boolean) {
    this.siwx = scriptedSignIn(required);
  }

  connection() {
    return { ...connectionOf('io.one', this.chainId), accounts: [this.account] as const };
  }

  /** Loads or reloads the page. */
  async load() {
    this.kit?.destroy();
    await settle();
    // A closed page sends no requests and receives no responses.
    this.prompts = [];
    this.adapter = scriptedAdapter('eip155', [connectorOf('io.one')]);
    const { adapter } = this;
    adapter.answer.connect = async () => this.connection();
    adapter.answer.disconnect = async () => {
      this.prompts = [];
    };
    adapter.answer.reconnect = async () => this.connection();
    adapter.switchNetwork = async (_, network) => {
      this.chainId = network.caipNetworkId as typeof this.chainId;
      adapter.report({ type: 'changed', connection: this.connection() });
    };
    adapter.signMessage = () =>
      new Promise((resolve, reject) => {
        this.prompted += 1;
        const prompt = { resolve, reject };
        this.prompts.push(prompt);
        this.most = Math.max(this.most, this.prompts.length);
      });
    this.kit = createLatchkit({
      projectId: 'test',
      networks: [mainnet, optimism],
      adapters: [adapter],
      metadata: { name: 'Test' },
      storage: this.storage,
      siwx: this.siwx,
    });
    placeModal(this.kit, { container: undefined, isMounted: true });
    await this.kit.kernel.start();
  }

  answer(how: 'approve' | 'reject') {
    const prompt = this.prompts.shift();
    if (how === 'approve') prompt?.resolve('signature');
    else prompt?.reject(REFUSED);
  }

  change() {
    const { status } = this.kit.store.getState().namespaces.eip155?.account ?? {};
    if (status === 'connected') this.adapter.report({ type: 'changed', connection: this.connection() });
  }
}

const ignored = () => undefined;

/** Events that can happen at any step. */
const STEPS = {
  open: ({ kit }: World) => openModal(kit),
  openAccount: ({ kit }: World) => openModal(kit, { view: 'Account' }),
  close: ({ kit }: World) => closeModal(kit),
  force: ({ kit }: World) => closeModal(kit, { force: true }),
  connect: ({ kit }: World) => void connect(kit, { connectorId: 'io.one' }).catch(ignored),
  disconnect: ({ kit }: World) => void disconnect(kit).catch(ignored),
  sign: (world: World) => {
    world.pressed += 1;
    void signIn(world.kit).catch(ignored);
  },
  cancel: ({ kit }: World) => void cancelSignIn(kit),
  signOut: ({ kit }: World) => void signOut(kit).catch(ignored),
  approve: (world: World) => world.answer('approve'),
  reject: (world: World) => world.answer('reject'),
  otherAccount: (world: World) => {
    world.account = world.account === ADDRESS ? OTHER : ADDRESS;
    world.change();
  },
  otherNetwork: (world: World) => {
    world.chainId = world.chainId === 'eip155:1' ? 'eip155:10' : 'eip155:1';
    world.change();
  },
  unknownNetwork: (world: World) => {
    world.chainId = 'eip155:777';
    world.change();
  },
  hostSwitches: ({ kit }: World) => void switchNetwork(kit, { chainId: 'eip155:10' }).catch(ignored),
  walletLocks: (world: World) => {
    world.prompts = [];
    world.adapter.report({ type: 'disconnected', connectorId: 'io.one' });
  },
  walletConnects: (world: World) =>
    world.adapter.report({ type: 'connected', connection: world.connection() }),
  reload: (world: World) => world.load(),
  gatewayAway: ({ siwx }: World) => {
    siwx.faults.createMessage = AWAY;
    siwx.faults.addSession = AWAY;
  },
  gatewayBack: ({ siwx }: World) => {
    delete siwx.faults.createMessage;
    delete siwx.faults.addSession;
  },
  contract: ({ siwx }: World) => {
    siwx.faults.addSession = createError('SIGN_IN_SMART_ACCOUNT');
  },
  wait: () => settle(),
} as const;

type Step = keyof typeof STEPS;

/** Invariants that hold whenever no work is pending. */
function check(world: World): void {
  const { kit, siwx, required } = world;
  const { modal, signIn: state, namespaces } = kit.store.getState();
  const { account, network } = namespaces.eip155 ?? {};
  const shown = modal.open && currentView(modal).name === 'SIWXSignMessage';
  expect(world.most, 'prompts at once').toBeLessThanOrEqual(1);
  expect(world.prompted, 'prompts that nobody asked for').toBeLessThanOrEqual(world.pressed);
  expect(state.checking, 'still looking').toEqual([]);
  // The view is shown only during a request.
  if (shown) expect(state.asking, 'a view for nobody').toBeDefined();
  if (state.asking && (required || modal.open)) expect(shown, 'asked out of sight').toBe(true);
  if (state.asking) {
    expect(account?.address, 'asked for who is gone').toBe(state.asking.address);
    expect(state.asking.step, 'asked without a way on').not.toBe('preparing');
  }
  const unlisted = account?.isConnected === true && network?.unsupported === true;
  const stranded = modal.open && currentView(modal).name === 'UnsupportedChain';
  if (required && unlisted) expect(stranded, 'a wallet on an unlisted network that goes on').toBe(true);
  if (!modal.closable) expect(required && (shown || unlisted), 'held without a reason').toBe(true);
  if (required && unlisted) expect(modal.closable, 'may leave an unlisted network').toBe(false);
  if (required && shown) expect(modal.closable, 'may leave').toBe(false);
  const { eip155: session } = state.sessions;
  const isReported = getAccount(kit).isConnected;
  expect(isReported, 'reported as connected').toBe(account?.isConnected === true && (!required || !!session));
  if (session) {
    expect(session.accountAddress).toBe(`${network?.caipNetworkId}:${account?.address}`);
    expect(siwx.sessions.has(session.accountAddress), 'a session that nobody keeps').toBe(true);
    expect(state.asking, 'asked though signed in').toBeUndefined();
  }
  const isHere = account?.isConnected && !network?.unsupported;
  if (isHere && account.address && network) {
    const id = idOf({ chainId: network.caipNetworkId, address: account.address });
    // A visitor is never logged out silently.
    if (siwx.sessions.has(id)) expect(session, 'a session that is not read').toBeDefined();
    else if (required) expect(state.asking, 'a connection that may not stand').toBeDefined();
  }
}

async function walk(required: boolean, steps: readonly Step[]): Promise<void> {
  const world = new World(required);
  await world.load();
  for (const step of steps) {
    const before = new Set(world.siwx.sessions.keys());
    await STEPS[step](world);
    await settle();
    check(world);
    const lost = [...before].filter(id => !world.siwx.sessions.has(id));
    if (lost.length > 0) expect(['disconnect', 'signOut']).toContain(step);
  }
  // The visitor can always leave, if only by disconnecting, which is the only way on an unlisted network.
  delete world.siwx.faults.createMessage;
  for (let tries = 0; tries < 3 && world.kit.store.getState().modal.open; tries += 1) {
    const { modal } = world.kit.store.getState();
    if (modal.closable || currentView(modal).name !== 'UnsupportedChain') await cancelSignIn(world.kit);
    else await disconnect(world.kit);
    await settle();
    closeModal(world.kit);
    await settle();
  }
  expect(world.kit.store.getState().modal.open, 'a modal that does not close').toBe(false);
  world.kit.destroy();
}

describe('followSignIn, whatever happens at whatever step', () => {
  for (const required of [true, false]) {
    it(`asks without a loop, never logs out silently and never blocks the visitor, ${required ? 'required' : 'optional'} [STATE-36] [STATE-03] (rows-D1)`, {
      timeout: 300_000,
    }, async () => {
      const step = fc.constantFrom(...(Object.keys(STEPS) as Step[]));
      // Most events are steps of a normal sign-in.
      const likely = fc.constantFrom<Step>(
        'connect',
        'sign',
        'approve',
        'reject',
        'otherNetwork',
        'cancel',
        'reload',
      );
      const steps = fc.array(fc.oneof({ arbitrary: step, weight: 2 }, { arbitrary: likely, weight: 1 }), {
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(steps, taken => walk(required, ['connect', ...taken])),
        { numRuns: RUNS, examples: FOUND },
      );
    });
  }
});
