import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { bitcoinAccounts } from 'latchkit/testing/bitcoin';
import { describe, expect } from 'vitest';
import { type DemoPage, eventually, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { standStill } from './support/standStill.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328';
const [OWN, OTHER] = bitcoinAccounts.map(key => {
  const { address = '', script } = p2wpkh(pubECDSA(Buffer.from(key, 'hex')), REGTEST);
  return { key: Buffer.from(key, 'hex'), address, script };
});

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
}

const post = async (url: string, body: object): Promise<string> =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).text();

/** Mines a block, which must contain the transaction. */
async function confirmed(chain: string, id: string): Promise<void> {
  await post(`${chain}/dev/mine`, { blocks: 1 });
  const status = await (await fetch(`${chain}/tx/${id}/status`)).json();
  expect(status).toMatchObject({ confirmed: true });
}

/** The status of transactions in the history that the host reads. */
const statuses = (demo: DemoPage, ids: readonly string[]): Promise<(string | undefined)[]> =>
  demo.page.evaluate(async wanted => {
    const { transactions } = await (await window.demo.bitcoin()).getHistory(window.demo.kit);
    return wanted.map(id => transactions.find(({ metadata }) => metadata.hash === id)?.metadata.status);
  }, ids);

const balanceOf = (demo: DemoPage): Promise<number> =>
  demo.page.evaluate(async () => {
    const { getBalance } = await window.demo.bitcoin();
    return Number((await getBalance(window.demo.kit, { force: true })).amount);
  });

/** A PSBT with an input of each account, in base64. The second one pays. */
async function twoOwners(chain: string): Promise<string> {
  const transaction = new Transaction();
  let left = -50_000n - 500n;
  for (const owner of [OWN, OTHER]) {
    const coins: Coin[] = await (await fetch(`${chain}/address/${owner?.address}/utxo`)).json();
    const coin = coins.find(({ value }) => value > 50_500);
    if (!coin || !owner) throw new Error('An account has no coin.');
    const amount = BigInt(coin.value);
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: owner.script, amount },
    });
    left += amount;
  }
  transaction.addOutputAddress(OWN?.address ?? '', 50_000n, REGTEST);
  transaction.addOutputAddress(OWN?.address ?? '', left, REGTEST);
  return Buffer.from(transaction.toPSBT()).toString('base64');
}

describe('a visitor with a Bitcoin wallet', () => {
  it('signs in, receives, signs a shared PSBT, sends, and sees it confirmed on the chain', async ({
    demo,
    page,
    stack,
  }) => {
    const chain = stack.bitcoin;
    await demo.open('adapters=bitcoin&siwx=required&prompt=auto');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button(WALLET).click();
    await demo.shows('SIWXSignMessage');
    await demo.signButton.click();
    await demo.isClosed();
    const session = async () => JSON.parse((await demo.read('session')).replace(/^none$/, '{}'));
    await expect.poll(session).toMatchObject({
      accountAddress: `${CHAIN}:${OWN?.address}`,
      chainId: CHAIN,
      token: expect.any(String),
    });

    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Receive').click();
    await demo.shows('Receive');
    await standStill(demo);
    const address = await decodeQr(page, await demo.modal.getByRole('img', { name: /QR/ }).screenshot());
    expect(address).toBe(OWN?.address);
    await demo.leave();
    const before = await balanceOf(demo);
    const received = await post(`${chain}/dev/fund`, { address, amount: 75_000 });
    await confirmed(chain, received);
    expect(await balanceOf(demo)).toBe(before + 75_000);

    const signed = await page.evaluate(
      async psbt => (await window.demo.bitcoin()).signPsbt(window.demo.kit, { psbt }),
      await twoOwners(chain),
    );
    expect(signed.signed).toEqual([0]);
    const transaction = Transaction.fromPSBT(Buffer.from(signed.psbt, 'base64'));
    transaction.signIdx(OTHER?.key ?? new Uint8Array(), 1);
    transaction.finalize();
    const broadcast = (hex: string) =>
      page.evaluate(
        async transaction =>
          (await window.demo.bitcoin())
            .broadcastTransaction(window.demo.kit, { transaction })
            .catch((error: { code: string; details: string }) => `${error.code}: ${error.details}`),
        hex,
      );
    expect(await broadcast(`${transaction.hex.slice(0, -8)}ffffffff`)).toMatch(/^INVALID_TRANSACTION: .*\S/);
    expect(await broadcast(transaction.hex)).toBe(transaction.id);
    await confirmed(chain, transaction.id);

    await demo.hostButton('Send transaction').click();
    await expect.poll(() => demo.read('transaction')).toMatch(/^[0-9a-f]{64}$/);
    const sent = await demo.read('transaction');
    await confirmed(chain, sent);
    const { vout } = await (await fetch(`${chain}/tx/${sent}`)).json();
    expect(vout[0]).toMatchObject({ value: 1_000_000, scriptpubkey_address: OTHER?.address });
    const all = [received, transaction.id, sent];
    expect(await statuses(demo, all)).toEqual(all.map(() => 'confirmed'));
    expect(
      await page.evaluate(async () => (await window.demo.bitcoin()).getFeeRates(window.demo.kit)),
    ).toEqual({ fast: 5, normal: 2, slow: 1 });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    "shows both addresses among the visitor's wallets",
    async ({ demo }) => {
      await demo.open('adapters=bitcoin&prompt=auto');
      await demo.connect();
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.modal.locator('[data-return="profile"]').click();
      await demo.shows('ProfileWallets');
      const active = demo.modal.getByRole('region', { name: 'Active wallet' });
      const facts = active.locator('dl > div');
      await eventually(
        () => facts.allInnerTexts().then(all => all.map(one => one.replace(/\s+/g, ' ').trim())),
        ['Payments bcrt…a0wmqw', 'Ordinals bcrt…3v8pqe', 'Network Bitcoin Regtest'],
      );
      await active.getByRole('button', { name: 'Copy address: Ordinals' }).click();
      await active.getByText('Address copied').first().waitFor();
    },
  );
});
