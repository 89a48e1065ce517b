import { describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  closeModal,
  getProvider,
  type Latchkit,
  openModal,
  signIn,
  signMessage,
  startEmailLogin,
  startEmailUpdate,
  submitEmailCode,
} from '../../core/index.js';
import { scriptedSignIn } from '../../core/signIn/scriptedSignIn.test-support.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import {
  currentView,
  navigate,
  sendTokens,
  setSendAmount,
  setSendReceiver,
  setSendToken,
} from '../../internal/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { shell } from '../../react/locales/en/shell.js';
import { stopTime } from '../messenger/stubFrame.test-support.js';
import {
  createEmbeddedWorld,
  EMAIL,
  EVM_ADDRESS,
  type ScriptedPage,
  SOLANA_ADDRESS,
  soon,
} from './embeddedWorld.test-support.js';

type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> };

const call = { to: EVM_ADDRESS, data: '0x' };
const PARAMS: Readonly<Record<string, unknown>> = {
  personal_sign: ['0x6869', EVM_ADDRESS],
  eth_signTypedData_v4: [EVM_ADDRESS, { domain: {}, types: {}, primaryType: 'Mail', message: {} }],
  eth_sendTransaction: [{ from: EVM_ADDRESS, to: EVM_ADDRESS, value: '0x1' }],
  eth_sendUserOperation: [{ sender: EVM_ADDRESS }, EVM_ADDRESS],
  wallet_sendCalls: [{ version: '2.0.0', from: EVM_ADDRESS, chainId: '0x1', calls: [call] }],
  wallet_grantPermissions: [{}],
  wallet_revokePermissions: [{}],
  solana_signMessage: { message: '9ajr', pubkey: SOLANA_ADDRESS },
  solana_signTransaction: { transaction: 'AQ==', pubkey: SOLANA_ADDRESS },
  solana_signAllTransactions: { transactions: ['AQ==', 'Ag=='], pubkey: SOLANA_ADDRESS },
  solana_signAndSendTransaction: { transaction: 'AQ==', pubkey: SOLANA_ADDRESS },
};

const viewOf = (kit: Latchkit) => {
  const { modal } = kit.store.getState();
  return modal.open ? currentView(modal).name : undefined;
};
const viewsOf = (kit: Latchkit) => kit.store.getState().modal.views.map(({ name }) => name);

/** Leaves approvals to the test, and answers reads. */
function leaveApprovals(page: ScriptedPage) {
  const waiting: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];
  page.answers.RPC_REQUEST = ({ method }) =>
    String(method) in PARAMS
      ? new Promise((resolve, reject) => void waiting.push({ resolve, reject }))
      : '0x1';
  /** Resolves when the wallet page has the next request. */
  return async () => {
    await soon(() => expect(waiting.length).toBeGreaterThan(0));
    return waiting.shift() as (typeof waiting)[number];
  };
}

/** A page with a signed-in user, whose wallet page leaves approvals to the test. */
async function setUp() {
  const world = createEmbeddedWorld();
  const kit = world.kit();
  await startEmailLogin(kit, EMAIL);
  await submitEmailCode(kit, '123456');
  const asked = leaveApprovals(world.page);
  const provider = (await getProvider(kit)) as Provider;
  const ask = (method: string) => provider.request({ method, params: PARAMS[method] });
  return { ...world, kit, provider, ask, asked };
}

const refused = () => frameError('REJECTED');

/** Checks that a request opens the modal, waits, and leaves nothing behind. */
async function opensFor(method: string): Promise<void> {
  const { kit, ask, asked } = await setUp();
  expect(viewOf(kit)).toBeUndefined();
  const answer = awaitedLater(ask(method));
  expect(viewOf(kit)).toBe('ApproveTransaction');
  const request = await asked();
  expect(kit.store.getState().embeddedWallet.waiting).toBe(1);
  request.resolve('0xdone');
  await expect(answer).resolves.toBe('0xdone');
  expect(viewOf(kit)).toBeUndefined();
  expect(kit.store.getState().embeddedWallet.waiting).toBe(0);
}

/** Takes the visitor to the review of a payment. */
function pay(kit: Latchkit): void {
  const quantity = { decimals: 18, numeric: '5' };
  setSendToken(kit, { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity });
  setSendAmount(kit, '1');
  setSendReceiver(kit, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  openModal(kit, { view: 'Account' });
  navigate(kit, { name: 'SendReview' });
}

/** What the wallet page answers to a site that waits after refusals. */
const paused = () => frameError('SITE_PAUSED', { context: { retryAfter: 24 } });

describe('a site that has to wait', () => {
  it('shows the visitor why and until when, instead of closing at once (UX-06)', async () => {
    const { kit, ask, asked } = await setUp();
    const answer = awaitedLater(ask('personal_sign'));
    (await asked()).reject(paused());
    await expect(answer).rejects.toMatchObject({
      code: -32005,
      data: { code: 'SITE_PAUSED', retryAfter: 24 },
    });
    expect(viewOf(kit)).toBe('ApproveTransaction');
    const { held } = kit.store.getState().embeddedWallet;
    expect(held?.why).toBe('declined');
    expect((held?.until ?? 0) - Date.now()).toBeGreaterThan(23_000);
    expect((held?.until ?? 0) - Date.now()).toBeLessThanOrEqual(24_000);
    const next = awaitedLater(ask('personal_sign'));
    const request = await asked();
    expect(kit.store.getState().embeddedWallet.held).toBeUndefined();
    request.resolve('0xdone');
    await expect(next).resolves.toBe('0xdone');
    expect(viewOf(kit)).toBeUndefined();
  });

  it('is told apart from one that the visitor blocked (UX-06)', async () => {
    const { kit, ask, asked } = await setUp();
    const answer = awaitedLater(ask('personal_sign'));
    (await asked()).reject(frameError('SITE_BLOCKED', { context: { retryAfter: 3_600 } }));
    await expect(answer).rejects.toMatchObject({ data: { code: 'SITE_BLOCKED' } });
    expect(kit.store.getState().embeddedWallet.held?.why).toBe('blocked');
  });

  it('is told so for a change of the email address, too (UX-06)', async () => {
    const { kit, page } = await setUp();
    page.answers.UPDATE_EMAIL = () => {
      throw paused();
    };
    await expect(startEmailUpdate(kit, 'new@example.com')).rejects.toMatchObject({ code: 'SITE_PAUSED' });
    expect(viewOf(kit)).toBe('ApproveTransaction');
    expect(kit.store.getState().embeddedWallet.held?.why).toBe('declined');
  });
});

describe('an approval', () => {
  it('of personal_sign opens the modal on ApproveTransaction, and closes it afterwards [OPEN-07]', () =>
    opensFor('personal_sign'));
  it('is asked for eth_signTypedData_v4', () => opensFor('eth_signTypedData_v4'));
  it('is asked for eth_sendTransaction', () => opensFor('eth_sendTransaction'));
  it("is asked for Solana's signing methods", async () => {
    await opensFor('solana_signMessage');
    await opensFor('solana_signTransaction');
    await opensFor('solana_signAllTransactions');
    await opensFor('solana_signAndSendTransaction');
  });
  it('is asked for wallet_sendCalls', () => opensFor('wallet_sendCalls'));
  it('is asked to grant and to revoke permissions', async () => {
    await opensFor('wallet_grantPermissions');
    await opensFor('wallet_revokePermissions');
  });
  it('is asked for eth_sendUserOperation', () => opensFor('eth_sendUserOperation'));

  it('is not requested for reads', async () => {
    const { kit, provider } = await setUp();
    await provider.request({ method: 'eth_blockNumber' });
    await provider.request({ method: 'eth_sendRawTransaction', params: ['0x02'] });
    await provider.request({ method: 'wallet_getCapabilities', params: [EVM_ADDRESS] });
    expect(viewOf(kit)).toBeUndefined();
  });

  it('replaces the view of an open modal, and restores it afterwards [OPEN-09]', async () => {
    const { kit, asked } = await setUp();
    openModal(kit, { view: 'Account' });
    navigate(kit, { name: 'Receive' });
    const signed = awaitedLater(signMessage(kit, { message: 'hi' }));
    await soon(() => expect(viewOf(kit)).toBe('ApproveTransaction'));
    (await asked()).resolve('0xsigned');
    await signed;
    expect(viewsOf(kit)).toEqual(['Account', 'Receive']);
  });

  it('takes over the modal of a payment; a refusal ends its place on the stack with an error, and the modal stays [OPEN-08] [STATE-53]', async () => {
    const { kit, asked } = await setUp();
    pay(kit);
    const sent = sendTokens(kit);
    const failed = awaitedLater(expect(sent).rejects.toMatchObject({ code: 'REQUEST_REJECTED' }));
    await soon(() => expect(viewOf(kit)).toBe('ApproveTransaction'));
    expect(kit.store.getState().transactionStack).toHaveLength(1);
    (await asked()).reject(refused());
    await failed;
    expect(kit.store.getState().transactionStack).toEqual([]);
    expect(viewsOf(kit)).toEqual(['Account', 'SendReview']);
    expect(kit.store.getState().send.loading).toBe(false);
  });

  it.each([
    ['refused', 4001, refused],
    ['left without an answer for five minutes', -32603, () => frameError('TIMEOUT')],
    ['asked for after its login had ended', 4100, () => frameError('NOT_CONNECTED')],
    ['failed', -32603, () => frameError('INTERNAL')],
  ])(
    'that was %s closes the modal, wherever the visitor was, and the host hears why [STATE-52]',
    async (_, number, error) => {
      const { kit, ask, asked } = await setUp();
      openModal(kit, { view: 'Account' });
      const { code, message } = error();
      const answer = awaitedLater(
        expect(ask('personal_sign')).rejects.toMatchObject({
          code: number,
          message,
          data: { code },
        }),
      );
      (await asked()).reject(error());
      await answer;
      expect(viewOf(kit)).toBeUndefined();
    },
  );

  it.each([
    ['closes the modal', (kit: Latchkit) => closeModal(kit)],
    ['leaves the view', (kit: Latchkit) => openModal(kit, { view: 'Account' })],
  ])('is aborted when the visitor %s', async (_, leave) => {
    const { page, kit, ask, asked } = await setUp();
    const answer = awaitedLater(
      expect(ask('personal_sign')).rejects.toMatchObject({
        code: 4001,
        message: 'Request was aborted',
      }),
    );
    await asked();
    const left = viewOf(kit);
    leave(kit);
    await answer;
    await soon(() => expect(page.count('RPC_ABORT')).toBe(1));
    expect(left).toBe('ApproveTransaction');
    expect(viewOf(kit)).not.toBe('ApproveTransaction');
  });

  it('stays visible until the last of several approvals has ended', async () => {
    const { kit, ask, asked } = await setUp();
    const first = awaitedLater(ask('personal_sign'));
    const second = awaitedLater(ask('eth_sendTransaction'));
    (await asked()).resolve('0x1');
    await first;
    expect(viewOf(kit)).toBe('ApproveTransaction');
    (await asked()).resolve('0x2');
    await second;
    expect(viewOf(kit)).toBeUndefined();
  });

  it('of a sign-in is over the sign view, which a refusal leads back to [STATE-38]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf({ siwx: scriptedSignIn() });
    await startEmailLogin(kit, EMAIL);
    await submitEmailCode(kit, '123456');
    await untilState(kit, ({ signIn }) => signIn.asking?.step === 'ready');
    expect(viewOf(kit)).toBe('SIWXSignMessage');
    const asked = leaveApprovals(page);
    const signing = awaitedLater(expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_DECLINED' }));
    await soon(() => expect(viewsOf(kit)).toEqual(['SIWXSignMessage', 'ApproveTransaction']));
    // The page of the wallet also gets reads, such as the balance, which may come first.
    (await asked()).reject(refused());
    await signing;
    expect(viewsOf(kit)).toEqual(['SIWXSignMessage']);
    expect(kit.store.getState().modal).toMatchObject({ open: true, closable: false });
  });
});

describe('a request after the instance was destroyed', () => {
  it("is refused with 'W3mFrame: iframe is not set' [ERR-31] (rows-K14)", async () => {
    const { kit, provider } = await setUp();
    kit.destroy();
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x00', EVM_ADDRESS] }),
    ).rejects.toThrow('W3mFrame: iframe is not set');
  });
});

describe('a method that the embedded wallet does not support', () => {
  it("is said to be 'Action not allowed' after 300 ms [ERR-36] (rows-K9)", async () => {
    const { kit, provider } = await setUp();
    stopTime();
    const answer = provider.request({ method: 'eth_sign', params: [EVM_ADDRESS, '0x00'] });
    await expect(answer).rejects.toMatchObject({ code: 4200 });
    await vi.advanceTimersByTimeAsync(299);
    expect(kit.store.getState().toast).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(kit.store.getState().toast).toMatchObject({
      text: 'embedded.notAllowed',
      tone: 'danger',
      page: true,
    });
    expect(shell['embedded.notAllowed']).toBe('Action not allowed');
  });
});

describe('the wallet page', () => {
  it('has the height that it requests', async () => {
    const { page, kit } = await setUp();
    page.tell({ type: 'SHOW', payload: { reason: 'approval', height: 412 } });
    await untilState(kit, ({ embeddedWallet }) => embeddedWallet.height === 412);
    page.tell({ type: 'HIDE', payload: {} });
    await untilState(kit, ({ embeddedWallet }) => embeddedWallet.height === undefined);
  });
});
