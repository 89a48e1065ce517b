// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { getProvider } from '../../core/connection/activeConnection.js';
import { connect } from '../../core/connection/connect.js';
import { disconnect } from '../../core/connection/disconnect.js';
import { switchNetwork } from '../../core/connection/switchNetwork.js';
import { memoryStorage } from '../../core/kernel/storage.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { closeModal, setClosable } from '../../core/modal/closeModal.js';
import { currentView } from '../../core/modal/modalState.js';
import { openModal } from '../../core/modal/openModal.js';
import { sendTransaction } from '../../core/walletActions/sendTransaction.js';
import { signMessage } from '../../core/walletActions/signMessage.js';
import { cancelWalletRequest } from '../../core/walletConnect/pairing.js';
import { evm } from '../../evm/evm.js';
import { checkEach, randomOf, runSequences } from '../../testing/oddAnswers.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';
import { ADDRESS, createOddPhone } from './oddPhone.test-support.js';

const SEQUENCES = process.env.LATCHKIT_FULL ? 1_000 : 50;
/** Milliseconds that what needs no visitor may take. */
const LIMIT = 5_000;

type Visitor = ReturnType<ReturnType<typeof createOddPhone>['visitor']>;

/** How a promise ended; 'open' if it has not after the limit. */
function endOf(
  promise: Promise<unknown>,
  limit = LIMIT,
): Promise<{ value?: unknown; code?: string } | 'open'> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve('open'), limit);
    const settle = (end: { value?: unknown; code?: string }) => {
      clearTimeout(timer);
      resolve(end);
    };
    promise.then(
      value => settle({ value }),
      (error: { code?: string }) => settle({ code: String(error?.code ?? `foreign: ${error}`) }),
    );
  });
}

async function holds(condition: () => boolean, limit = LIMIT): Promise<boolean> {
  const until = Date.now() + limit;
  while (!condition() && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 2));
  return condition();
}

const connectionOf = (kit: Latchkit) => kit.store.getState().namespaces.eip155?.connection;

function expectWayOut(kit: Latchkit) {
  closeModal(kit);
  // A request that waits is shown until the visitor cancels it, as its view offers.
  const { modal, walletConnect } = kit.store.getState();
  if (modal.open && currentView(modal).name === 'WalletRequest') {
    setClosable(kit, true);
    for (const { id } of walletConnect.requests) cancelWalletRequest(kit, id).catch(() => {});
    closeModal(kit);
  }
  expect(kit.store.getState().modal.open, 'a view without a way out').toBe(false);
}

/** Asks for a signature or a hash. @returns the promise that the phone leaves open */
async function asking({ truth }: Visitor, ask: () => Promise<string>) {
  truth.means = undefined;
  const asked = ask();
  asked.catch(() => {});
  if (!truth.approved) {
    expect(await endOf(asked)).toHaveProperty('code');
    return [];
  }
  expect(await holds(() => truth.means !== undefined), 'a request on the phone').toBe(true);
  if (truth.means === 'never') return [asked];
  const end = await endOf(asked);
  const wanted = {
    answered: { value: `0x${'ab'.repeat(32)}` },
    refused: { code: 'REQUEST_REJECTED' },
    failed: { code: expect.not.stringMatching(/REJECTED|^foreign/) },
  };
  expect(end, `what was ${truth.means}`).toEqual(truth.means && wanted[truth.means]);
  return [];
}

/** The page asks over the provider itself, and gets what the phone answered. */
async function askingItself(kit: Latchkit, { truth }: Visitor) {
  if (!truth.approved) return;
  truth.means = undefined;
  const provider = await getProvider(kit, { namespace: 'eip155' });
  const end = await endOf(provider.request({ method: 'wallet_watchAsset', params: { type: 'ERC20' } }));
  expect(end, 'an end').not.toBe('open');
  if (truth.means === 'answered') expect(end).toStrictEqual({ value: null });
  else expect(end, `what was ${truth.means}`).toEqual({ code: expect.not.stringMatching(/^foreign/) });
}

async function connecting(kit: Latchkit, visitor: Visitor) {
  const { truth, pick } = visitor;
  openModal(kit);
  const asked = connect(kit, { connectorId: 'walletConnect' });
  asked.catch(() => {});
  const uri = () => kit.store.getState().walletConnect.uri;
  expect(await holds(() => uri() !== undefined), 'a link').toBe(true);
  await visitor.scan(uri() ?? '');
  expect(await holds(() => truth.means !== undefined), 'a proposal on the phone').toBe(true);
  const end = await endOf(asked);
  expect(end, 'a connection').not.toBe('open');
  if (truth.approved)
    expect(end).toMatchObject({ value: { accounts: [ADDRESS], connectorId: 'walletConnect' } });
  else if (truth.means === 'refused') expect(end).toEqual({ code: 'CONNECTION_REJECTED' });
  else expect(end).toEqual({ code: expect.not.stringMatching(/REJECTED|^foreign/) });
  if (pick([true, false])) expectWayOut(kit);
}

async function sequence(world: KitWorld, visitor: Visitor) {
  const { truth, pick } = visitor;
  const storage = memoryStorage();
  const features = { email: false, socials: false, analytics: false } as const;
  const kits: Latchkit[] = [];
  const checks: (() => void)[] = [];
  const load = () => {
    const kit = world.kit({ adapters: [evm()], storage, features });
    checks.push(
      checkEach(kit.store, () => {
        const connection = connectionOf(kit);
        if (connection?.status !== 'connected') return;
        expect(truth.approved, 'connected without an approval').toBe(true);
        expect(connection.chainId, 'a chain').toMatch(/^eip155:(?:1|10)$/);
        expect(connection.accounts).toEqual([ADDRESS]);
      }),
    );
    kits.push(kit);
    return kit;
  };
  try {
    const kit = load();
    await connecting(kit, visitor);
    const target = pick([10, 1]);
    const switched = await endOf(switchNetwork(kit, { chainId: target === 1 ? 'eip155:1' : 'eip155:10' }));
    expect(switched, 'a switch').toEqual({ value: undefined });
    if (truth.approved) expect(connectionOf(kit)).toMatchObject({ chainId: `eip155:${target}` });
    const open = [
      ...(await asking(visitor, () => signMessage(kit, { message: 'Hello' }))),
      ...(await asking(visitor, () => sendTransaction(kit, { to: ADDRESS, value: 1n }))),
    ];
    await askingItself(kit, visitor);
    expectWayOut(kit);
    const isReloaded = pick([true, true, false]);
    if (isReloaded) kit.destroy();
    else if (truth.approved && pick([true, false])) await visitor.leave();
    else expect(await endOf(disconnect(kit)), 'a disconnection').toEqual({ value: undefined });
    for (const one of open) expect(await endOf(one), 'what was never answered').toHaveProperty('code');
    if (!isReloaded) {
      const isOver = () => connectionOf(kit)?.status === 'disconnected';
      expect(await holds(isOver), 'disconnected').toBe(true);
      truth.approved = false;
      kit.destroy();
    }
    const again = load();
    await again.kernel.start('restore');
    const isSettled = () => connectionOf(again)?.status === (truth.approved ? 'connected' : 'disconnected');
    expect(await holds(isSettled), 'a restored connection').toBe(true);
    openModal(again);
    expectWayOut(again);
    expect(await endOf(disconnect(again)), 'a disconnection').toEqual({ value: undefined });
    expect(connectionOf(again)?.status).toBe('disconnected');
    for (const check of checks) check();
  } finally {
    for (const kit of kits) kit.destroy();
  }
}

describe('walletConnect, with a phone that answers in odd shapes', () => {
  it(`settles every call and claims nothing false over the relay, in ${SEQUENCES} sequences`, {
    timeout: 600_000,
  }, async () => {
    const world = await createKitWorld();
    const phone = createOddPhone(world.relay.url);
    try {
      await runSequences(seed => sequence(world, phone.visitor(randomOf(seed))), {
        sequences: SEQUENCES,
        isRealTime: true,
      });
      expect(world.relay.errors).toEqual([]);
    } finally {
      phone.end();
      await world.end();
    }
  });
});
