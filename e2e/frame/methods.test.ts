import { PASSED_METHODS } from 'latchkit/protocol';
import { type Hex, parseEther, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, onTestFinished } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from '../support/ApprovalPage.js';
import { askWallet } from '../support/askWallet.js';
import { chainRequest } from '../support/chain.js';
import { eventually } from '../support/DemoPage.js';
import { it as known } from '../support/knownVisitor.js';
import { recordMessages } from '../support/recordMessages.js';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CHAIN = 'eip155:31337';

const it = known.extend('messages', { scope: 'file' }, ({ visitor }) => recordMessages(visitor.page));

/** Funds a new account on a chain, and returns a signed transaction of it that was not sent yet. */
async function signedTransaction(rpc: string): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chainRequest(rpc, 'anvil_setBalance', [account.address, toHex(parseEther('1'))]);
  return account.signTransaction({
    chainId: 31337,
    to: PAYEE,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    nonce: 0,
  });
}

type Params = readonly unknown[];

/** Parameters of the reads that need none of the chain's values. */
const simpleReads = (address: string): Readonly<Record<string, Params>> => ({
  eth_accounts: [],
  eth_blockNumber: [],
  eth_call: [{ to: address, data: '0x' }, 'latest'],
  eth_chainId: [],
  eth_estimateGas: [{ from: address, to: PAYEE, value: '0x0' }],
  eth_feeHistory: ['0x1', 'latest', []],
  eth_gasPrice: [],
  eth_getBalance: [address, 'latest'],
  eth_getBlockByNumber: ['latest', false],
  eth_getCode: [address, 'latest'],
  eth_getProof: [address, [], 'latest'],
  eth_getStorageAt: [address, '0x0', 'latest'],
  eth_getTransactionCount: [address, 'latest'],
  eth_maxPriorityFeePerGas: [],
  eth_newBlockFilter: [],
  eth_newFilter: [{}],
  eth_newPendingTransactionFilter: [],
  eth_syncing: [],
  wallet_getAssets: [{ account: address }],
  wallet_getCapabilities: [address],
});

/** Parameters of the reads about a transaction and its block. */
function readsOf(mined: { transactionHash: Hex; blockHash: Hex; blockNumber: Hex }) {
  const { transactionHash, blockHash, blockNumber } = mined;
  return {
    eth_getBlockByHash: [blockHash, false],
    eth_getBlockReceipts: [blockNumber],
    eth_getBlockTransactionCountByHash: [blockHash],
    eth_getBlockTransactionCountByNumber: [blockNumber],
    eth_getLogs: [{ fromBlock: blockNumber, toBlock: blockNumber }],
    eth_getTransactionByBlockHashAndIndex: [blockHash, '0x0'],
    eth_getTransactionByBlockNumberAndIndex: [blockNumber, '0x0'],
    eth_getTransactionByHash: [transactionHash],
    eth_getTransactionReceipt: [transactionHash],
    eth_getUncleByBlockHashAndIndex: [blockHash, '0x0'],
    eth_getUncleByBlockNumberAndIndex: [blockNumber, '0x0'],
    eth_getUncleCountByBlockHash: [blockHash],
    eth_getUncleCountByBlockNumber: [blockNumber],
  } satisfies Record<string, Params>;
}

/** Methods that the host page answers itself, because it knows the accounts and the network. */
const KNOWN_TO_HOST = ['eth_accounts', 'eth_chainId'];

describe('methods of the embedded wallet', () => {
  it('that only read or send what is signed pass without a prompt [RPC-01] [RPC-05] [RPC-09] [RPC-10] [RPC-13] [PERM-05] [PERM-15] [PERM-16]', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, page, address } = visitor;
    await visitor.open();
    await page.evaluate(() => {
      const { kit } = window.demo;
      kit.store.subscribe(({ modal }) => {
        if (modal.open) document.title = 'The modal was opened';
      });
    });
    const asked: string[] = [];
    const ask = async (method: string, params: Params) => {
      asked.push(method);
      const answer = await askWallet(demo, method, params);
      if (!('result' in answer)) throw new Error(`${method}: ${answer.message}`);
      return answer.result;
    };
    const hash = await ask('eth_sendRawTransaction', [await signedTransaction(stack.chainA)]);
    await eventually(
      async () => (await chainRequest(stack.chainA, 'eth_getTransactionReceipt', [hash])) !== null,
      true,
    );
    const mined = await chainRequest<Parameters<typeof readsOf>[0]>(
      stack.chainA,
      'eth_getTransactionReceipt',
      [hash],
    );
    const answers: Record<string, unknown> = {};
    for (const [method, params] of Object.entries({ ...simpleReads(address), ...readsOf(mined) }))
      answers[method] = await ask(method, params);
    const filter = answers.eth_newFilter;
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'])
      await ask(method, [filter]);
    expect(answers).toMatchObject({
      eth_accounts: [address],
      eth_chainId: '0x7a69',
      eth_getTransactionByHash: { hash, to: PAYEE.toLowerCase() },
      wallet_getCapabilities: { '0x7a69': { atomic: { status: 'unsupported' } } },
    });
    const unknown = await askWallet(demo, 'wallet_getCallsStatus', ['unknown']);
    expect(unknown).toMatchObject({ code: 5730 });
    asked.push('wallet_getCallsStatus');
    expect([...asked].sort()).toEqual([...PASSED_METHODS].sort());

    const crossed = (await messages('RPC_REQUEST')).map(
      ({ payload }) => (payload as { method: string }).method,
    );
    expect(asked.filter(method => !crossed.includes(method))).toEqual(KNOWN_TO_HOST);
    expect(await page.title()).not.toBe('The modal was opened');
  });

  it('that only read end with a result, though the modal is closed meanwhile [PERM-06]', async ({
    visitor,
  }) => {
    const { demo, page, address } = visitor;
    await visitor.open();
    let pass = () => {};
    const held = new Promise<void>(resolve => {
      pass = resolve;
    });
    const isRead = (url: URL) => url.pathname.startsWith('/v1/rpc/');
    const reading = awaitedLater(page.waitForRequest(request => isRead(new URL(request.url()))));
    await page.route(isRead, async route => {
      await held;
      await route.continue();
    });
    const balance = awaitedLater(askWallet(demo, 'eth_getBalance', [address, 'latest']));
    await reading;
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Close').click();
    await demo.isClosed();
    pass();
    expect(await balance).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]+$/) });
    await page.unroute(isRead);
  });

  it('that sign show a review, and are aborted when it is closed [PERM-08] [FRAME-04] [FRAME-28]', async ({
    visitor,
    messages,
  }) => {
    const { demo, address } = visitor;
    await visitor.open();
    const params = [toHex('Hello'), address];
    const asked = awaitedLater(askWallet(demo, 'personal_sign', params));
    await new ApprovalPage(demo).armed();
    await demo.button('Close').click();
    const answer = (await asked) as { message: string };
    expect(answer).toMatchObject({ code: 4001, data: { code: 'ABORTED' } });
    await demo.isClosed();
    const requests = async () =>
      (await messages('RPC_REQUEST')).filter(
        ({ payload }) => (payload as { method: string }).method === 'personal_sign',
      );
    await eventually(requests, [
      expect.objectContaining({
        payload: expect.objectContaining({ params, chainId: CHAIN }),
        error: expect.objectContaining({ message: answer.message }),
      }),
    ]);
    expect(await messages('RPC_ABORT')).toHaveLength(1);
  });

  it('that send calls pass once they are approved [RPC-08] [FRAME-03]', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, address } = visitor;
    await chainRequest(stack.chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
    await visitor.open();
    const calls = [{ to: PAYEE, value: '0x1' }];
    const batch = { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: false, calls };
    const asked = awaitedLater(askWallet(demo, 'wallet_sendCalls', [batch]));
    await new ApprovalPage(demo).approve();
    const { result } = (await asked) as { result: { id: string } };
    const sent = async () =>
      (await messages('RPC_REQUEST')).find(
        ({ payload }) => (payload as { method: string }).method === 'wallet_sendCalls',
      );
    expect(await sent()).toMatchObject({ payload: { params: [batch] }, success: result });
    const status = async () => {
      const answer = await askWallet(demo, 'wallet_getCallsStatus', [result.id]);
      return 'result' in answer && (answer.result as { status: number }).status;
    };
    await eventually(status, 200);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'that send calls one by one end with their page: the status is what the chain has',
    async ({ visitor, stack }) => {
      const { demo, page, address } = visitor;
      const chain = (method: string, params: Params = []) => chainRequest(stack.chainA, method, params);
      await chain('anvil_setBalance', [address, toHex(parseEther('1'))]);
      await visitor.open();
      const nonce = Number(await chain('eth_getTransactionCount', [address, 'latest']));
      onTestFinished(async () => {
        await chain('evm_setAutomine', [true]);
      });
      await chain('evm_setAutomine', [false]);
      const calls = [1, 2].map(value => ({ to: PAYEE, value: toHex(value) }));
      const batch = { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: false, calls };
      const asked = awaitedLater(askWallet(demo, 'wallet_sendCalls', [batch]));
      await new ApprovalPage(demo).approve();
      const { result } = (await asked) as { result: { id: string } };
      const status = async () => {
        const answer = await askWallet(demo, 'wallet_getCallsStatus', [result.id]);
        return 'result' in answer && (answer.result as { status: number }).status;
      };
      expect(await status()).toBe(100);
      await page.reload();
      await demo.reads('status', 'connected');
      expect(await status(), 'the first one waits').toBe(100);
      await chain('anvil_mine');
      await eventually(status, 600);
      expect(Number(await chain('eth_getTransactionCount', [address, 'pending']))).toBe(nonce + 1);
    },
  );
});
