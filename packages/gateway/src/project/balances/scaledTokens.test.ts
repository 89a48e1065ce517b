import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { generateKeyPairSigner } from '@solana/kit';
import { solanaAccounts } from 'latchkit/testing/solana';
import { numberToHex, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainRequest, deployMulticall3, mineTransaction } from '../../../test/chain/minimalContracts.js';
import { solanaPayer } from '../../../test/chain/solanaPayer.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_SECRET } from '../payments/openPayments.js';

const [, BONUS] = DEVELOPMENT_TOKENS;
const EVM = 'eip155:31337';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SHARE = '0x1000000000000000000000000000000000000008';
/** Where the contract's factor is stored. */
const SLOT = `0x${'ff'.repeat(32)}`;
/** Answers `uiMultiplier()` (ERC-8056) with what is stored, and everything else with 10^18. */
const CODE = `0x60003560e01c63a60bf13d14602057670de0b6b3a764000060005260206000f35b7f${'ff'.repeat(32)}5460005260206000f3`;

/** A token of 18 decimals with the same factor, which logs a transfer of 2 tokens from the caller to the account in the data. */
const MOVED = '0x1000000000000000000000000000000000000009';
const MOVED_CODE =
  `0x60003560e01c63a60bf13d146020573660201460` +
  `4b57601260005260206000f3` +
  `5b7f${'ff'.repeat(32)}5460005260206000f3` +
  `5b671bc16d674ec80000600052600035337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;

let database: Database;
let devnet: SolanaDevnet;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;

beforeAll(async () => {
  [database, devnet, anvil] = await Promise.all([
    openTestDatabase(),
    startSolanaDevnet({ slotTime: 0 }),
    startAnvil(31_337),
  ]);
  await chainRequest(anvil.url, 'anvil_setCode', [SHARE, CODE]);
  await chainRequest(anvil.url, 'anvil_setCode', [MOVED, MOVED_CODE]);
  const share = { chainId: EVM, address: SHARE, name: 'Share', symbol: 'SHARE', decimals: 18 } as const;
  gateway = await createGateway({
    database,
    developmentMode: true,
    tokens: [share],
    upstreams: { [devnet.caipNetworkId]: devnet.url, [EVM]: anvil.url },
    history: { index: { [EVM]: 0 }, interval: 50 },
    priceSource: { prices: async ids => new Map(ids.map(id => [id, 2])) },
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([database.close(), devnet.close(), anvil.stop()]);
});

const scale = (factor: string, token = SHARE) =>
  chainRequest(anvil.url, 'anvil_setStorageAt', [
    token,
    SLOT,
    numberToHex(parseUnits(factor, 18), { size: 32 }),
  ]);

interface Shown {
  readonly address?: string;
  readonly value?: number;
  readonly quantity: { readonly numeric: string };
  readonly shown?: { readonly amount: string; readonly factor: string; readonly slot?: number };
}

async function held(account: string, chainId: string, token: string): Promise<Shown | undefined> {
  const query = { chainId, currency: 'usd', forceUpdate: 'true' };
  const { json } = await ask(gateway, `/v1/account/${account}/balance`, { query });
  return (json.balances as Shown[]).find(one => one.address === `${chainId}:${token}`);
}

const refusalOf = async (terms: object) => {
  const response = await gateway.app.request('/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${DEVELOPMENT_SECRET}` },
    body: JSON.stringify({ amount: '1000', ...terms }),
  });
  return [response.status, JSON.stringify(await response.json())];
};

describe('scaled tokens', () => {
  it('have the shown amount beside the moved one, and no value, on Solana (RV-26)', async () => {
    const [owner] = devnet.accounts;
    const plain = await held(String(owner), devnet.caipNetworkId, BONUS.mint);
    expect([plain?.quantity.numeric, plain?.shown]).toEqual(['1000000', undefined]);
    // Announced, and not in force.
    devnet.scale(BONUS.mint, 3, BigInt(Math.floor(Date.now() / 1_000) + 3_600));
    expect((await held(String(owner), devnet.caipNetworkId, BONUS.mint))?.shown).toBeUndefined();
    devnet.scale(BONUS.mint, 1.0032690125398187);
    const scaled = await held(String(owner), devnet.caipNetworkId, BONUS.mint);
    expect(scaled).toMatchObject({
      quantity: { numeric: '1000000' },
      shown: { amount: '1003269.012539818', factor: '1.0032690125398187', slot: expect.any(Number) },
    });
    expect(scaled?.value).toBeUndefined();
  });

  it.each([
    [1e-300, '0'],
    [1e-9, '0.001'],
    [5e20, `5${'0'.repeat(26)}`],
  ])(
    'of a stranger hide no balance, whatever their factor: %d, on Solana (RV-26)',
    async (factor, amount) => {
      const [owner] = devnet.accounts;
      devnet.scale(BONUS.mint, factor);
      const scaled = await held(String(owner), devnet.caipNetworkId, BONUS.mint);
      expect(scaled).toMatchObject({ quantity: { numeric: '1000000' }, shown: { amount } });
    },
  );

  it('have them in histories too, as they were shown then (RV-26)', async () => {
    devnet.scale(BONUS.mint, 2.5);
    const { pay } = await solanaPayer(devnet, solanaAccounts[0]);
    const recipient = String((await generateKeyPairSigner()).address);
    await pay({ recipient }, 4_000_000_000n, BONUS);
    devnet.advance(2);
    devnet.scale(BONUS.mint, 5);
    const { json } = await ask(gateway, `/v1/account/${devnet.accounts[0]}/history`, {
      query: { chainId: devnet.caipNetworkId },
    });
    const moved = json.data.flatMap((one: { transfers: object[] }) => one.transfers);
    expect(moved).toContainEqual(
      expect.objectContaining({ quantity: { numeric: '4', decimals: '9' }, shown: { amount: '10' } }),
    );
  });

  it('have them in histories on EVM, by the present factor (RV-26)', async () => {
    await scale('1.5', MOVED);
    const recipient = '0x00000000000000000000000000000000000abc26';
    const data = `0x${recipient.slice(2).padStart(64, '0')}`;
    const { transactionHash } = await mineTransaction(anvil.url, { from: ACCOUNT, to: MOVED, data });
    for (const account of [recipient, ACCOUNT])
      await expect
        .poll(async () => {
          const { json } = await ask(gateway, `/v1/account/${account}/history`, { query: { chainId: EVM } });
          const found = json.data.filter(
            (one: { metadata: { hash: string } }) => one.metadata.hash === transactionHash,
          );
          return found.flatMap((one: { transfers: Shown[] }) =>
            one.transfers.map(({ quantity, shown }) => [quantity.numeric, shown?.amount]),
          );
        })
        .toEqual([['2', '3']]);
  });

  it.each(['one by one', 'with Multicall3'])('have them on EVM, read %s (RV-26)', async how => {
    if (how !== 'one by one') await deployMulticall3(anvil.url, ACCOUNT);
    await scale('1');
    const plain = await held(ACCOUNT, EVM, SHARE);
    expect([plain?.quantity.numeric, plain?.shown]).toEqual(['1', undefined]);
    await scale('1.5');
    const scaled = await held(ACCOUNT, EVM, SHARE);
    expect(scaled).toMatchObject({ quantity: { numeric: '1' }, shown: { amount: '1.5', factor: '1.5' } });
    expect(scaled?.value).toBeUndefined();
    // The most that a contract can answer.
    await chainRequest(anvil.url, 'anvil_setStorageAt', [SHARE, SLOT, `0x${'ff'.repeat(32)}`]);
    expect((await held(ACCOUNT, EVM, SHARE))?.shown?.factor).toMatch(/^\d{60}\.\d{18}$/);
    await scale('1.5');
  });

  it('are refused as the asset of payments, also while another factor is only announced (RV-26)', async () => {
    const recipient = String((await generateKeyPairSigner()).address);
    const asset = `${devnet.caipNetworkId}:${BONUS.mint}`;
    devnet.scale(BONUS.mint, 3, BigInt(Math.floor(Date.now() / 1_000) + 3_600));
    expect(await refusalOf({ recipient, asset })).toEqual([400, expect.stringContaining('asset: is scaled')]);
    await scale('1.5');
    const share = { recipient: ACCOUNT, asset: `${EVM}:${SHARE}` };
    expect(await refusalOf(share)).toEqual([400, expect.stringContaining('asset: is scaled')]);
    await scale('1');
    expect((await refusalOf(share))[0]).toBe(201);
  });
});
