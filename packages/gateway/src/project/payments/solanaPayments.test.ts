import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { Payment } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop } from '../../../test/servers/startShop.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_SECRET } from '../openPayments.js';

const PROJECT = '0'.repeat(32);
const SOL = 1_000_000_000n;
const [USDC, BONUS] = DEVELOPMENT_TOKENS;

let devnet: SolanaDevnet;
let database: Database;
let gateway: Gateway;
let shop: Awaited<ReturnType<typeof startShop>>;
let payer: KeyPairSigner;
let chain: ReturnType<typeof createSolanaRpc>;

beforeAll(async () => {
  [devnet, database, shop] = await Promise.all([
    startSolanaDevnet({ slotTime: 0, blockhashSlots: 10_000 }),
    openTestDatabase(),
    startShop(PROJECT),
  ]);
  payer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(solanaAccounts[0], 'hex'));
  chain = createSolanaRpc(devnet.url);
  devnet.advance(5);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [devnet.caipNetworkId]: [devnet.url] },
    payments: { interval: 50, retryDelays: [50] },
  });
  await shop.serve(database);
});
afterAll(async () => {
  shop.close();
  await gateway.close();
  await database.close();
  await devnet.close();
});

const stranger = async () => (await generateKeyPairSigner()).address;
const assetOf = (token?: { readonly mint: string }) =>
  token ? `${devnet.caipNetworkId}:${token.mint}` : devnet.caipNetworkId;

async function post(terms: object): Promise<Response> {
  return gateway.app.request('/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${DEVELOPMENT_SECRET}` },
    body: JSON.stringify({ recipient: await stranger(), asset: assetOf(), amount: String(SOL), ...terms }),
  });
}

async function create(terms: object = {}): Promise<Payment> {
  const response = await post(terms);
  if (response.status !== 201) throw new Error(await response.text());
  return response.json() as Promise<Payment>;
}

const read = async (id: string) =>
  (await (await gateway.app.request(`/v1/payments/${id}?projectId=${PROJECT}`)).json()) as Payment;
const untilTold = (id: string, ...types: string[]) =>
  waitUntil(async () => types.every(type => shop.typesOf(id).some(one => one === type)));

let sent = 0n;

/** Sends instructions in one transaction. @returns its signature, before a slot confirms it. */
async function send(instructions: readonly Instruction[]): Promise<string> {
  const { value: lifetime } = await chain.getLatestBlockhash().send();
  // Equal payments of one slot would be one transaction.
  sent += 1n;
  const unique = getTransferSolInstruction({ source: payer, destination: payer.address, amount: sent });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayerSigner(payer, one),
    one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    one => appendTransactionMessageInstructions([unique, ...instructions], one),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  return chain.sendTransaction(wire, { encoding: 'base64' }).send();
}

/** Pays as a wallet does that reads a Solana Pay link. */
async function pay(
  payment: Pick<Payment, 'recipient' | 'solanaReference'>,
  amount: bigint,
  token?: (typeof DEVELOPMENT_TOKENS)[number],
): Promise<string> {
  const to = payment.recipient as Address;
  const { solanaReference } = payment;
  const named = <T extends Instruction>(instruction: T) =>
    solanaReference
      ? {
          ...instruction,
          accounts: [
            ...(instruction.accounts ?? []),
            { address: solanaReference as Address, role: AccountRole.READONLY },
          ],
        }
      : instruction;
  if (!token) return send([named(getTransferSolInstruction({ source: payer, destination: to, amount }))]);
  const { mint, decimals, program } = token;
  const accountOf = async (owner: Address) =>
    (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0];
  const [source, destination] = [await accountOf(payer.address), await accountOf(to)];
  return send([
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer, ata: destination, owner: to, mint, tokenProgram: program },
    }),
    named(
      getTransferCheckedInstruction(
        { source, mint, destination, authority: payer, amount, decimals },
        { programAddress: program },
      ),
    ),
  ]);
}

describe('payments on Solana', () => {
  it('are seen in SOL and in tokens of both programs, once they are confirmed', async () => {
    for (const token of [undefined, USDC, BONUS]) {
      const created = await create({ asset: assetOf(token), reference: 'order 1042' });
      expect(created).toMatchObject({ status: 'open', asset: assetOf(token), reference: 'order 1042' });
      const hash = await pay(created, SOL, token);
      expect((await read(created.id)).status).toBe('open');
      devnet.advance(1);
      await untilTold(created.id, 'payment.paid');
      expect((await read(created.id)).transfers).toMatchObject([
        { hash, from: payer.address, amount: String(SOL) },
      ]);
      expect(shop.typesOf(created.id)).toEqual(['payment.paid']);
    }
  });

  it('are reported as too little, then the rest, and more than expected', async () => {
    const created = await create({ asset: assetOf(USDC), amount: '1000' });
    await pay({ recipient: created.recipient }, 400n, USDC);
    devnet.advance(1);
    await untilTold(created.id, 'payment.underpaid');
    expect(await read(created.id)).toMatchObject({ status: 'open', received: '400' });
    await pay({ recipient: created.recipient }, 700n, USDC);
    devnet.advance(1);
    await untilTold(created.id, 'payment.paid');
    expect(await read(created.id)).toMatchObject({ received: '1100', amount: '1000' });
  });

  it('at one recipient are told apart by the reference that a transfer names, else by their amount', async () => {
    const one = await create({ amount: String(SOL) });
    const { recipient } = one;
    const other = await create({ recipient, amount: String(2n * SOL) });
    expect((await post({ recipient, amount: String(SOL) })).status).toBe(409);
    // Less than either: only the reference says which one it is for.
    await pay(other, SOL / 2n);
    devnet.advance(1);
    await untilTold(other.id, 'payment.underpaid');
    const hash = await pay({ recipient }, SOL / 4n);
    devnet.advance(1);
    await waitUntil(async () =>
      shop.all().some(({ type, data }) => type === 'payment.unmatched' && data.transfer?.hash === hash),
    );
    await pay({ recipient }, SOL);
    devnet.advance(1);
    await untilTold(one.id, 'payment.paid');
    expect(await read(other.id)).toMatchObject({ status: 'open', received: String(SOL / 2n) });
  });

  it('wait for finality, and are taken back when the fork that contains them is abandoned', async () => {
    const final = await create({ finality: 'finalized' });
    const included = await create();
    const lost = [await pay(final, SOL), await pay(included, SOL)];
    devnet.advance(1);
    await Promise.all([untilTold(final.id, 'payment.included'), untilTold(included.id, 'payment.paid')]);
    for (const hash of lost) devnet.abandon(hash);
    await Promise.all([final, included].map(({ id }) => untilTold(id, 'payment.reorganised')));
    expect(await read(final.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    expect((await read(included.id)).status).toBe('open');
    await pay(final, SOL);
    devnet.advance(1);
    await waitUntil(async () => (await read(final.id)).status === 'included');
    devnet.advance(10);
    await untilTold(final.id, 'payment.paid');
  });

  it('expire, and money that arrives later is reported', async () => {
    const created = await create();
    await database.query('update payments set expires_at = now() where id = $1', [created.id]);
    await untilTold(created.id, 'payment.expired');
    const { expiresAt } = await read(created.id);
    await waitUntil(async () => Math.floor(Date.now() / 1_000) * 1_000 > expiresAt);
    // The clock of the chain goes on with its slots.
    devnet.advance(1);
    await pay(created, SOL);
    devnet.advance(1);
    await untilTold(created.id, 'payment.late');
    expect(await read(created.id)).toMatchObject({ status: 'expired', received: '0' });
  });

  it('are refused if they could not be seen', async () => {
    const [account] = await findAssociatedTokenPda({
      ...{ owner: payer.address, mint: USDC.mint, tokenProgram: USDC.program },
    });
    for (const change of [
      { recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      { recipient: account, asset: assetOf(USDC) },
      { asset: `${devnet.caipNetworkId}:${payer.address}` },
      { asset: `${devnet.caipNetworkId}:${account}` },
      { asset: `solana:${'1'.repeat(32)}` },
      { asset: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' },
      { confirmations: 3 },
    ]) {
      expect((await post(change)).status).toBe(400);
    }
  });
});
