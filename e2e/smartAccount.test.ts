import {
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBigInt,
  http,
  keccak256,
  parseAbi,
  parseEther,
  stringToHex,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { type Answer, askWallet } from './support/askWallet.js';
import { balanceOf, chainRequest } from './support/chain.js';
import { ADDRESS, type DemoPage, eventually } from './support/DemoPage.js';
import { it as onHost } from './support/demo.js';
import { readHistory } from './support/history.js';
import { itSmart as it } from './support/knownVisitor.js';
import { solanaTransfer } from './support/solanaTransfer.js';
import type { Stack } from './support/startStack.js';

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);
/** The token that `npm start` deploys first: wrapped ether. */
const TOKEN = getContractAddress({
  from: privateKeyToAccount(keccak256(stringToHex('Latchkit development bundler: liquidity'))).address,
  nonce: 0n,
});
const SPENDERS = ['a1', 'a2', 'a3'].map((end): Hex => `0x${end.padStart(40, '5')}`);
const SOLANA = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';
const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

const reader = (stack: Stack) => createPublicClient({ chain: foundry, transport: http(stack.chainA) });

/** What a host's own code does, whatever the wallet is: sends three calls. Returns the id. */
function sendThree({ page }: DemoPage): Promise<string> {
  const calls = SPENDERS.map((spender, at) => ({
    to: TOKEN,
    data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, BigInt(at + 1)] }),
  }));
  return page.evaluate(
    async given => (await window.demo.sendCalls({ calls: given, sequential: true })).id,
    calls,
  );
}

/** Waits until they are in force, with the host's own code. */
async function landed({ page }: DemoPage, id: string) {
  return page.evaluate(async given => {
    const { status, statusCode, atomic, receipts } = await window.demo.waitForCallsStatus({ id: given });
    return { status, statusCode, atomic, receipts: receipts.length };
  }, id);
}

/** The contract's state, read with viem. */
const allowances = (stack: Stack, owner: Hex) =>
  Promise.all(
    SPENDERS.map(spender =>
      reader(stack).readContract({
        ...{ address: TOKEN, abi: erc20, functionName: 'allowance', args: [owner, spender] as const },
      }),
    ),
  );

/** Gives an account 100 of the token's smallest unit, so that the calls allow no more than it has. */
async function giveTokens({ chainA }: Stack, owner: Hex): Promise<void> {
  const at = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 3n]));
  await chainRequest(chainA, 'anvil_setStorageAt', [TOKEN, at, toHex(100n, { size: 32 })]);
  const supply = await balanceOf(chainA, TOKEN);
  await chainRequest(chainA, 'anvil_setBalance', [TOKEN, toHex(supply + 100n)]);
}

const resultOf = (answer: Answer) => {
  if (!('result' in answer)) throw new Error(answer.message);
  return answer.result;
};

describe('calls of an email user with an empty account', () => {
  it('are one approval with a sponsored fee, the first deploys the account, and its signatures verify before and after [FRAME-19] [PERM-12]', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, page, address } = visitor;
    const approval = new ApprovalPage(demo);
    await visitor.open();
    await giveTokens(stack, address);
    expect(await reader(stack).getBalance({ address })).toBe(0n);
    expect(await reader(stack).getCode({ address })).toBeUndefined();
    const info = () =>
      page.evaluate(() => {
        const { account } = window.demo.kit.store.getState().namespaces.eip155 ?? {};
        const { accountType, isSmartAccountDeployed } = account?.embeddedWalletInfo ?? {};
        return { types: account?.allAccounts.map(one => one.type), accountType, isSmartAccountDeployed };
      });
    const types = ['smartAccount', 'eoa'];
    await eventually(info, { types, accountType: 'smartAccount', isSmartAccountDeployed: false } as never);
    await demo.hostButton('Sign message').click();
    await approval.approve();
    await eventually(async () => (await demo.read('signature')).length > 132, true);
    const signature = (await demo.read('signature')) as Hex;
    const verify = () => reader(stack).verifyMessage({ address, message: MESSAGE, signature });
    expect(await verify()).toBe(true);
    await demo.isClosed();

    const sending = awaitedLater(sendThree(demo));
    await demo.shows('ApproveTransaction', 'Review request');
    const { frame } = approval;
    await frame.getByRole('heading', { name: '3 actions at once' }).waitFor();
    await frame.getByRole('heading', { name: 'In this order, all or none' }).waitFor();
    expect(await frame.locator('.calls > li').count()).toBe(3);
    await frame.getByText('Nothing: it is paid for you').waitFor();
    await frame.getByText('Set up on Local chain A with this').waitFor();
    await frame.getByText('Tried out once; this contract can act differently when it runs.').waitFor();
    await approval.approve();
    const id = await sending;
    expect(await landed(demo, id)).toEqual({
      status: 'success',
      statusCode: 200,
      atomic: true,
      receipts: 1,
    });
    expect(await allowances(stack, address)).toEqual([1n, 2n, 3n]);
    expect(await reader(stack).getCode({ address })).toMatch(/^0x/);
    expect(await reader(stack).getBalance({ address })).toBe(0n);
    const approvals = (await messages('RPC_REQUEST')).filter(
      ({ payload }) => (payload as { method: string }).method === 'wallet_sendCalls',
    );
    expect(approvals).toHaveLength(1);

    await demo.isClosed();
    const closed = awaitedLater(page.evaluate(given => window.demo.showCallsStatus({ id: given }), id));
    await demo.shows('ApproveTransaction');
    await frame.getByText('Done: it’s on the network.').waitFor();
    await frame.getByRole('button', { name: 'Close' }).click();
    await closed;

    // The page learns of the deployment from the wallet page.
    await eventually(info, { types, accountType: 'smartAccount', isSmartAccountDeployed: true } as never);
    const initialised = await messages('INIT_SMART_ACCOUNT');
    expect(initialised.at(-1)).toEqual({ payload: {}, success: { address, isDeployed: true } });
    expect(await verify()).toBe(true);
    await demo.isClosed();
    await demo.hostButton('Sign message').click();
    await approval.approve();
    await eventually(async () => (await demo.read('signature')) !== signature, true);
    const later = (await demo.read('signature')) as Hex;
    expect(await reader(stack).verifyMessage({ address, message: MESSAGE, signature: later })).toBe(true);
    await demo.isClosed();
    // The transaction is the bundler's.
    await eventually(async () => {
      const { data } = await readHistory(stack, address);
      return data.map(({ metadata }) => metadata.operationType);
    }, ['execute']);
  });

  it('that sign or send open a review each, and pass once approved [RPC-02] [RPC-03] [RPC-04] [RPC-06] [RPC-07] [RPC-14] [PERM-09] [PERM-10] [PERM-11] [PERM-14] (rows-K2)', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, page, address } = visitor;
    await visitor.open();
    const solana = await page.evaluate(
      () => window.demo.kit.store.getState().namespaces.solana?.account.address ?? '',
    );
    const typed = {
      domain: { name: 'Shop', chainId: 31_337 },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Order: [{ name: 'id', type: 'uint256' }],
      },
      primaryType: 'Order',
      message: { id: '7' },
    };
    await chainRequest(stack.solana, 'requestAirdrop', [solana, 1_000_000_000]);
    const transaction = await solanaTransfer(stack.solana, solana, solana, 1n);
    const asked = [
      ['personal_sign', [toHex('Hello'), address]],
      ['eth_signTypedData_v4', [address, JSON.stringify(typed)]],
      ['eth_sendTransaction', [{ from: address, to: SPENDERS[0], value: '0x0' }]],
      ['solana_signMessage', { message: '8wr', pubkey: solana }],
      ['solana_signTransaction', { transaction, pubkey: solana }],
      ['solana_signAllTransactions', { transactions: [transaction], pubkey: solana }],
      ['solana_signAndSendTransaction', { transaction, pubkey: solana }],
    ] as const;
    const hex = expect.stringMatching(/^0x[0-9a-f]{64,}$/);
    const signed = { signature: expect.stringMatching(/^[1-9A-Za-z]{64,90}$/) };
    const answers: Readonly<Record<string, unknown>> = {
      solana_signMessage: signed,
      solana_signTransaction: { ...signed, transaction: expect.any(String) },
      solana_signAllTransactions: { transactions: [expect.any(String)] },
      solana_signAndSendTransaction: signed,
    };
    for (const [method, params] of asked) {
      const answer = awaitedLater(
        askWallet(demo, method, params, method.startsWith('solana') ? SOLANA : undefined),
      );
      await demo.shows('ApproveTransaction', 'Review request');
      expect((await messages('RPC_REQUEST')).at(-1), method).toMatchObject({ payload: { method, params } });
      await new ApprovalPage(demo).approve();
      const result = resultOf(await answer);
      expect(result, method).toEqual(answers[method] ?? hex);
      expect((await messages('RPC_REQUEST')).at(-1), method).toMatchObject({
        payload: { method },
        success: result,
      });
      await demo.isClosed();
    }
    // One that is closed crosses too, and ends.
    const left = awaitedLater(askWallet(demo, 'personal_sign', [toHex('Hello'), address]));
    await demo.shows('ApproveTransaction', 'Review request');
    await demo.button('Close').click();
    expect(await left).toMatchObject({ code: 4001, data: { code: 'ABORTED' } });
    await demo.isClosed();

    await chainRequest(stack.chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
    await giveTokens(stack, address);
    const operation = await ownOperation(stack, address);
    const params = [operation, ENTRY_POINT];
    const answer = awaitedLater(askWallet(demo, 'eth_sendUserOperation', params));
    await new ApprovalPage(demo).approve();
    const hash = resultOf(await answer);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    const crossed = (await messages('RPC_REQUEST')).at(-1);
    expect(crossed).toMatchObject({ payload: { method: 'eth_sendUserOperation' }, success: hash });
  });

  it('come from the other account once the visitor switches to it, and back [FRAME-20]', async ({
    visitor,
    messages,
  }) => {
    const { demo, page, address } = visitor;
    await visitor.open();
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.openSettings();
    await demo.button('Switch to your second address').click();
    await demo.button('Switch to your smart account').waitFor();
    await eventually(async () => (await demo.read('address')) !== address, true);
    const eoa = await demo.read('address');
    expect(await messages('SET_PREFERRED_ACCOUNT')).toEqual([
      { payload: { type: 'eoa' }, success: { type: 'eoa', address: eoa } },
    ]);
    expect(JSON.parse(await demo.read('accounts'))).toEqual([
      { namespace: 'eip155', address: eoa, type: 'eoa' },
      { namespace: 'eip155', address, type: 'smartAccount' },
    ]);
    // The choice is the wallet's: it holds after a reload.
    await visitor.open();
    await demo.reads('address', eoa);
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.openSettings();
    await demo.button('Switch to your smart account').click();
    await demo.reads('address', address);
    expect((await messages('SET_PREFERRED_ACCOUNT')).at(-1)?.payload).toEqual({ type: 'smartAccount' });
    await demo.button('Close').click();
    await demo.isClosed();

    // A network without smart accounts.
    await demo.networkButton.click();
    await demo.shows('SwitchNetwork');
    await demo.modal.locator('[data-return="network:eip155:10"]').click();
    await page.getByText(/^On .+ you use your second address$/).waitFor();
    await demo.reads('address', eoa);
    await demo.isClosed();
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.openSettings();
    await demo.modal.getByText('This is your second address').waitFor();
  });
});

const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';

/** A user operation of a deployed account, as a page builds one: complete but for the signature. */
async function ownOperation(stack: Stack, sender: Hex) {
  const nonce = await reader(stack).readContract({
    address: ENTRY_POINT,
    abi: parseAbi(['function getNonce(address, uint192) view returns (uint256)']),
    functionName: 'getNonce',
    args: [sender, 0n],
  });
  const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [SPENDERS[0] ?? '0x', 9n] });
  return {
    sender,
    nonce: toHex(nonce),
    callData: encodeFunctionData({
      abi: parseAbi(['function executeUserOp(address, uint256, bytes, uint8)']),
      args: [TOKEN, 0n, data, 0],
    }),
    callGasLimit: toHex(200_000),
    verificationGasLimit: toHex(500_000),
    preVerificationGas: toHex(100_000),
    maxFeePerGas: toHex(hexToBigInt(await chainRequest<Hex>(stack.chainA, 'eth_gasPrice')) * 2n),
    maxPriorityFeePerGas: toHex(1_000_000_000n),
    signature: '0x',
  };
}

describe('the same calls of a visitor with another wallet', () => {
  const WITHOUT = { wallet_sendCalls: { code: 4200, message: 'Unsupported method' } };

  onHost.runIf(process.env.LATCHKIT_FULL).for([
    ['with batches (EIP-5792)', {}, 1],
    ['without batches', WITHOUT, 3],
  ] as const)('land too: a wallet %s', async ([, errors, prompts], { demo, page, stack }) => {
    await demo.openConnected('prompt=auto');
    const asked = await page.evaluate(given => {
      const [wallet] = window.demo.wallets;
      wallet?.faults.set({ errors: given });
      return wallet?.calls.length ?? 0;
    }, errors);
    const id = await sendThree(demo);
    expect(await landed(demo, id)).toMatchObject({ status: 'success', statusCode: 200 });
    expect(await allowances(stack, ADDRESS)).toEqual([1n, 2n, 3n]);
    const sent = await page.evaluate(from => {
      const calls = window.demo.wallets[0]?.calls.slice(from) ?? [];
      const all = calls.filter(({ method }) => /sendCalls|sendTransaction/.test(method));
      return all.map(({ method }) => method);
    }, asked);
    const accepted = sent.filter(method => !(method in errors));
    expect(accepted).toHaveLength(prompts);
  });
});
