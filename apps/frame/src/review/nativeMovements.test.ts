import type { SigningRequest } from '@latchkit/keyring';
import { nativeLogsOf, type Payment } from 'latchkit/protocol';
import { type Hex, serializeTransaction } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chainRequest, mineTransaction } from '../../../../packages/gateway/test/chain/minimalContracts.js';
import { startAnvil } from '../../../../packages/gateway/test/servers/startAnvil.js';
import { startPayments } from '../../../../packages/gateway/test/servers/startPayments.js';
import { startStrangeNode } from '../../../../packages/gateway/test/servers/startStrangeNode.js';
import { ask } from '../../../../packages/gateway/test/signInClient.js';
import { waitUntil } from '../../../../packages/gateway/test/waitUntil.js';
import { chainTokens } from '../chains/createTokenList.js';
import { addSimulation } from './addSimulation.js';
import { reviewSequence } from './evm/reviewSequence.js';
import { contextOf } from './model/reviewContext.test-support.js';
import { simulate } from './simulate.js';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OPERATION = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const AMOUNT = 1_000n;
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`;
/** Passes half of its value on to the address in the data. */
const HALF = '6000600060006000600234046000355af150';
/** Logs the event of a user operation by the caller. */
const LOG = `60003360007f${OPERATION}60006000a400`;

/** How the recipient is paid: by which code between payer and recipient, if any, and in how many movements. */
const WAYS = [
  { way: 'a plain payment', code: undefined, parts: 1 },
  { way: 'two equal transfers of one transaction', code: `0x${HALF}${HALF}${LOG}`, parts: 2 },
  { way: 'the payment of a smart account', code: `0x6000600060006000346000355af150${LOG}`, parts: 1 },
] as const;

/** A chain, its node, and a gateway that reads payments and histories there. */
async function openChain(id: number) {
  const chainId = `eip155:${id}` as const;
  const native = nativeLogsOf(chainId);
  const anvil = await startAnvil(id);
  const node = await startStrangeNode(anvil.url);
  node.strange.nativeLogs = native?.address;
  node.strange.feeAccount = native?.feeAccount;
  const payments = await startPayments({ [chainId]: [node.url] }, 20, [chainId]);
  onTestFinished(async () => {
    await payments.close();
    await node.stop();
    await anvil.stop();
  });
  const movedOf = async (account: string, hash: string) => {
    const query = { chainId };
    const { json } = await ask(payments.gateway, `/v1/account/${account}/history`, { query });
    const found = json.data.filter((one: { metadata: { hash: string } }) => one.metadata.hash === hash);
    return found.flatMap((one: { transfers: { direction: string; quantity: { numeric: string } }[] }) =>
      one.transfers.map(({ direction, quantity }) => [direction, quantity.numeric]),
    );
  };
  return { id, chainId, url: anvil.url, node, payments, movedOf };
}

/** What the embedded wallet shows of a payment before it is signed. */
async function reviewed({ id, chainId, node }: Awaited<ReturnType<typeof openChain>>, to: string, data: Hex) {
  const payload = serializeTransaction({
    type: 'eip1559',
    chainId: id,
    nonce: 0,
    to: to as Hex,
    value: AMOUNT,
    data,
    gas: 200_000n,
    maxFeePerGas: 5_000_000_000n,
    maxPriorityFeePerGas: 1n,
  });
  const signing: SigningRequest = { id: 'x', kind: 'transaction', chainId, account: PAYER, payload };
  const request = (_: string, method: string, params: unknown) =>
    chainRequest(node.url, method, params as readonly unknown[]);
  const tokens = { of: async () => chainTokens([]) };
  const simulation = await simulate([signing], { reader: { request }, tokens }, new AbortController().signal);
  const context = contextOf({
    chainId,
    account: PAYER,
    read: (method, params) => request(chainId, method, params),
  });
  const review = await reviewSequence([payload], context);
  return {
    moves: simulation?.moves,
    review: await addSimulation(review, simulation ?? { warnings: [] }, context),
  };
}

describe('a movement of the native currency', () => {
  it.each([
    ['where a system address logs it (EIP-7708)', 11_155_111],
    ['where a contract logs it with the fees, as on ZKsync Era', 324],
    ['where nothing logs it', 31_337],
  ])('counts once in payments, histories, reviews and moves %s (RV-12)', async (_, id) => {
    const chain = await openChain(id);
    const { url, payments } = chain;
    const isLogged = nativeLogsOf(chain.chainId) !== undefined;
    const paid: { payment: Payment; hash: string; parts: number }[] = [];
    for (const [index, { code, parts }] of WAYS.entries()) {
      const recipient = `0x${(0xabc_0000 + index).toString(16).padStart(40, '0')}`;
      const payment = await payments.create({ recipient, asset: chain.chainId, amount: String(AMOUNT) });
      const to = code ? `0x${(0xdef_0000 + index).toString(16).padStart(40, '0')}` : recipient;
      if (code) await chainRequest(url, 'anvil_setCode', [to, code]);
      const data: Hex = code ? `0x${recipient.slice(2).padStart(64, '0')}` : '0x';
      const { moves, review } = await reviewed(chain, to, data);
      expect(moves).toEqual([{ out: AMOUNT, in: 0n }]);
      expect(review.changes.map(({ tone, loss }) => [tone, loss?.token, loss?.amount])).toEqual([
        ['out', undefined, String(AMOUNT)],
      ]);
      expect(review.warnings.filter(({ text }) => text === 'warning.leaves')).toEqual([]);
      const sent = { from: PAYER, to, value: hex(AMOUNT), data };
      const { transactionHash: hash } = await mineTransaction(url, sent);
      paid.push({ payment, hash, parts });
    }
    for (const { payment, parts } of paid) {
      await waitUntil(async () => (await payments.read(payment.id)).status === 'paid');
      const { received, overpaid, transfers } = await payments.read(payment.id);
      expect([received, overpaid]).toEqual([String(AMOUNT), false]);
      expect(transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(AMOUNT);
      if (isLogged) expect(transfers).toHaveLength(parts);
    }
    for (const { payment, hash, parts } of paid) {
      const each = parts === 1 ? '0.000000000000001' : '0.0000000000000005';
      // Without logs, what a contract moves inside a transaction is in no history of the index.
      const isSeen = isLogged || payment === paid[0]?.payment;
      const inward = isSeen ? Array.from({ length: parts }, () => ['in', each]) : [];
      await expect.poll(() => chain.movedOf(payment.recipient, hash)).toEqual(inward);
      // The payer gave it once, and fees are none of it.
      expect(await chain.movedOf(PAYER, hash)).toEqual([['out', '0.000000000000001']]);
    }
  });
});
