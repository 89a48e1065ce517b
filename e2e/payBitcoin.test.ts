import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { describe, expect } from 'vitest';
import { eventually, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { askForPayment, createPayment, readPayment } from './support/payments.js';
import { control } from './support/scenes/control.js';

const CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328';
const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

describe('paying on Bitcoin', () => {
  it('pays with the wallet that the visitor connects, or shows a BIP-21 link, and ends with the block', async ({
    demo,
    page,
    stack,
  }) => {
    const recipient = p2wpkh(pubECDSA(randomPrivateKeyBytes()), REGTEST).address ?? '';
    const payment = await createPayment(stack, { recipient, asset: CHAIN, amount: '50000' });
    await demo.open('adapters=bitcoin&prompt=auto&pay=1');
    // The page cannot see the chain, so only the gateway's payments are possible.
    const refused = await askForPayment(demo, { recipient, asset: CHAIN, amount: '1' });
    await eventually(async () => (await refused())?.code, 'PAYMENT_INVALID');
    const answer = await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await control(demo, 'pay-scan').click();
    const code = demo.modal.locator('.lk-qr');
    await code.waitFor();
    const link = `bitcoin:${recipient}?amount=0.0005`;
    await eventually(async () => decodeQr(page, await code.screenshot()), link);
    await demo.button('Back').click();
    await demo.button('Connect a wallet').click();
    await demo.shows('Connect');
    await demo.button(WALLET).click();
    await demo.shows('Pay', 'Pay');
    await demo.button('Pay 0.0005 BTC').click();
    await demo.modal.getByRole('heading', { name: 'Paid 0.0005 BTC' }).waitFor();
    await eventually(async () => (await answer())?.receipt?.amount, '50000');
    const { hash } = (await answer())?.receipt ?? {};
    expect((await readPayment(stack, payment.id)).transfers).toMatchObject([{ hash }]);
  });
});
