import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { type Address, address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
} from '@solana-program/token';
import type { AccountTransaction } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { formatUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solanaPayer } from '../../../test/chain/solanaPayer.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { ask } from '../../../test/signInClient.js';
import { waitUntil } from '../../../test/waitUntil.js';

const SOL = 1_000_000_000n;
const [USDC, BONUS] = DEVELOPMENT_TOKENS;
/** SOL as a token. */
const WRAPPED = {
  ...USDC,
  mint: address('So11111111111111111111111111111111111111112'),
  decimals: 9,
};
/** What an account for a token must hold. */
const RENT = 2_039_280n;

let devnet: SolanaDevnet;
let gateway: Awaited<ReturnType<typeof startPayments>>;
let payer: KeyPairSigner;
let pay: Awaited<ReturnType<typeof solanaPayer>>['pay'];
let send: Awaited<ReturnType<typeof solanaPayer>>['send'];

beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 0, blockhashSlots: 10_000 });
  ({ payer, pay, send } = await solanaPayer(devnet, solanaAccounts[0]));
  devnet.advance(5);
  gateway = await startPayments({ [devnet.caipNetworkId]: [devnet.url] });
});
afterAll(async () => {
  await gateway.close();
  await devnet.close();
});

const assetOf = (token?: { readonly mint: string }) =>
  token ? `${devnet.caipNetworkId}:${token.mint}` : devnet.caipNetworkId;
const termsOf = async (change: object) => ({
  ...{ recipient: (await generateKeyPairSigner()).address, asset: assetOf(), amount: String(SOL) },
  ...change,
});
const create = async (change: object = {}) => gateway.create(await termsOf(change));

describe('payments on Solana', () => {
  it('are seen in SOL and in tokens of both programs, once they are confirmed', async () => {
    for (const token of [undefined, USDC, BONUS]) {
      const created = await create({ asset: assetOf(token), reference: 'order 1042' });
      expect(created).toMatchObject({ status: 'open', asset: assetOf(token), reference: 'order 1042' });
      const hash = await pay(created, SOL, token);
      expect((await gateway.read(created.id)).status).toBe('open');
      devnet.advance(1);
      await gateway.untilTold(created.id, 'payment.paid');
      expect((await gateway.read(created.id)).transfers).toMatchObject([
        { hash, from: payer.address, amount: String(SOL) },
      ]);
      expect(gateway.shop.typesOf(created.id)).toEqual(['payment.paid']);
    }
  });

  it.each([
    ['tokens of the first program', USDC],
    ['tokens of Token-2022', BONUS],
    ['SOL', undefined],
  ])('count two equal transfers of one transaction once each: %s (RV-12)', async (_, token) => {
    const created = await create({ asset: assetOf(token), amount: String(SOL) });
    const { recipient } = created;
    const hash = await pay({ recipient }, SOL / 2n, token, 2);
    devnet.advance(1);
    await gateway.untilTold(created.id, 'payment.paid');
    const paid = await gateway.read(created.id);
    expect(paid).toMatchObject({ received: String(SOL), overpaid: false });
    expect(paid.transfers.map(one => [one.hash, one.amount])).toEqual([[hash, String(SOL)]]);
    devnet.advance(40);
    const { json } = await ask(gateway.gateway, `/v1/account/${recipient}/history`, {
      query: { chainId: devnet.caipNetworkId },
    });
    const data = json.data as readonly AccountTransaction[];
    const moved = data.filter(one => one.metadata.hash === hash).flatMap(one => one.transfers);
    const decimals = token?.decimals ?? 9;
    const asset = moved.filter(one => one.fungible_info?.address === token?.mint);
    expect(asset.map(one => one.quantity.numeric)).toEqual([formatUnits(SOL, decimals)]);
  });

  it('count wrapped SOL once: as the token when it is wrapped, and as nothing when its holder unwraps it (RV-01)', async () => {
    const shop = await solanaPayer(devnet, solanaAccounts[1]);
    const recipient = shop.payer.address;
    const [wrapped, other, native] = [
      await create({ recipient, asset: assetOf(WRAPPED), amount: String(SOL) }),
      await create({ recipient, amount: String(SOL) }),
      await create({ recipient, amount: String(2n * SOL) }),
    ];
    const accountOf = async (owner: Address) =>
      (await findAssociatedTokenPda({ owner, mint: WRAPPED.mint, tokenProgram: WRAPPED.program }))[0];
    const account = await accountOf(recipient);
    const opened = getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer, ata: account, owner: recipient, mint: WRAPPED.mint },
    });
    const moved = getTransferSolInstruction({ source: payer, destination: account, amount: SOL });
    const paid = await send([opened, moved, getSyncNativeInstruction({ account })]);
    devnet.advance(1);
    await gateway.untilTold(wrapped.id, 'payment.paid');
    expect(await gateway.read(wrapped.id)).toMatchObject({ received: String(SOL), overpaid: false });
    // The recipient gets its SOL, and what the account cost.
    const closed = await shop.send([
      getCloseAccountInstruction({ account, destination: recipient, owner: shop.payer }),
    ]);
    // Someone else pays with wrapped SOL of their own, out of an account that is opened and closed in between.
    const from = await accountOf(payer.address);
    const unwrapped = await send([
      getCreateAssociatedTokenIdempotentInstruction({
        ...{ payer, ata: from, owner: payer.address, mint: WRAPPED.mint },
      }),
      getTransferSolInstruction({ source: payer, destination: from, amount: 2n * SOL - RENT }),
      getSyncNativeInstruction({ account: from }),
      getCloseAccountInstruction({ account: from, destination: recipient, owner: payer }),
    ]);
    devnet.advance(1);
    await waitUntil(async () => (await gateway.read(native.id)).received !== '0');
    const all = await Promise.all([wrapped, other, native].map(({ id }) => gateway.read(id)));
    expect(all.map(one => one.transfers.map(({ hash }) => hash))).toEqual([[paid], [], [unwrapped]]);
    const hashes = new Set([paid, closed]);
    const told = gateway.shop.all().filter(({ data }) => hashes.has(String(data.transfer?.hash)));
    expect(told).toEqual([]);
    devnet.advance(40);
    const query = { chainId: devnet.caipNetworkId };
    const { json } = await ask(gateway.gateway, `/v1/account/${recipient}/history`, { query });
    const ownOf = (hash: string) =>
      (json.data as readonly AccountTransaction[])
        .filter(one => one.metadata.hash === hash)
        .flatMap(one => one.transfers)
        .map(one => [one.direction, one.fungible_info?.address ?? 'SOL', one.quantity.numeric]);
    expect(ownOf(closed).sort()).toEqual([
      ['in', 'SOL', formatUnits(SOL + RENT, 9)],
      ['out', WRAPPED.mint, '1'],
    ]);
  });

  it('are reported as too little, then the rest, and more than expected', async () => {
    const created = await create({ asset: assetOf(USDC), amount: '1000' });
    await pay({ recipient: created.recipient }, 400n, USDC);
    devnet.advance(1);
    await gateway.untilTold(created.id, 'payment.underpaid');
    expect(await gateway.read(created.id)).toMatchObject({ status: 'open', received: '400' });
    await pay({ recipient: created.recipient }, 700n, USDC);
    devnet.advance(1);
    await gateway.untilTold(created.id, 'payment.paid');
    expect(await gateway.read(created.id)).toMatchObject({ received: '1100', amount: '1000' });
  });

  it('at one recipient are told apart by the reference that a transfer names, else by their amount', async () => {
    const one = await create({ amount: String(SOL) });
    const { recipient } = one;
    const other = await create({ recipient, amount: String(2n * SOL) });
    expect((await gateway.post(await termsOf({ recipient }))).status).toBe(409);
    // Less than either: only the reference says which one it is for.
    await pay(other, SOL / 2n);
    devnet.advance(1);
    await gateway.untilTold(other.id, 'payment.underpaid');
    const hash = await pay({ recipient }, SOL / 4n);
    devnet.advance(1);
    await waitUntil(async () =>
      gateway.shop
        .all()
        .some(({ type, data }) => type === 'payment.unmatched' && data.transfer?.hash === hash),
    );
    await pay({ recipient }, SOL);
    devnet.advance(1);
    await gateway.untilTold(one.id, 'payment.paid');
    expect(await gateway.read(other.id)).toMatchObject({ status: 'open', received: String(SOL / 2n) });
  });

  it('wait for finality, and are taken back when the fork that contains them is abandoned', async () => {
    const final = await create({ finality: 'finalized' });
    const included = await create();
    const lost = [await pay(final, SOL), await pay(included, SOL)];
    devnet.advance(1);
    await Promise.all([
      gateway.untilTold(final.id, 'payment.included'),
      gateway.untilTold(included.id, 'payment.paid'),
    ]);
    for (const hash of lost) devnet.abandon(hash);
    await Promise.all([final, included].map(({ id }) => gateway.untilTold(id, 'payment.reorganised')));
    expect(await gateway.read(final.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    expect((await gateway.read(included.id)).status).toBe('open');
    await pay(final, SOL);
    devnet.advance(1);
    await waitUntil(async () => (await gateway.read(final.id)).status === 'included');
    devnet.advance(10);
    await gateway.untilTold(final.id, 'payment.paid');
  });

  it('expire, and money that arrives later is reported', async () => {
    const created = await create();
    await gateway.expire(created.id);
    await gateway.untilTold(created.id, 'payment.expired');
    const { expiresAt } = await gateway.read(created.id);
    await waitUntil(async () => Math.floor(Date.now() / 1_000) * 1_000 > expiresAt);
    // The clock of the chain goes on with its slots.
    devnet.advance(1);
    await pay(created, SOL);
    devnet.advance(1);
    await gateway.untilTold(created.id, 'payment.late');
    expect(await gateway.read(created.id)).toMatchObject({ status: 'expired', received: '0' });
  });

  it('go on when the chain was restarted and has fewer slots than before', async () => {
    const [paid, open] = [await create(), await create()];
    const hash = await pay(paid, SOL);
    devnet.advance(1);
    await gateway.untilTold(paid.id, 'payment.paid');
    await gateway.database.query('update payment_transfers set block_number = 1000001 where hash = $1', [
      hash,
    ]);
    await gateway.database.query('update payment_chains set number = 1000000');
    await pay(open, SOL);
    devnet.advance(1);
    await gateway.untilTold(open.id, 'payment.paid');
    expect(gateway.shop.typesOf(paid.id)).toEqual(['payment.paid']);
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
      expect((await gateway.post(await termsOf(change))).status).toBe(400);
    }
  });
});
