import { createPublicKey, verify } from 'node:crypto';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import {
  createPublicClient,
  getAddress,
  type Hex,
  http,
  parseEther,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { eventually } from './support/DemoPage.js';
import { FIRST, FIRST_SOLANA, pairedIt as it, SECOND, SECOND_SOLANA } from './support/demoWallet.js';
import { solanaChanges } from './support/solanaChanges.js';
import { solanaTransfer } from './support/solanaTransfer.js';
import { CHAIN_A, CHAIN_B, PAGE_NAME, SOLANA } from './support/walletConnectDapp.js';

/** DER prefix of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const bytesOf = (base58: string) => Buffer.from(getBase58Encoder().encode(base58));

function isSignedBySolana(message: Uint8Array, signature: string, address: string): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytesOf(address)]), format: 'der', type: 'spki' });
  return verify(null, message, key, bytesOf(signature));
}

describe('requests on EVM', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a message as text, and signs it',
    async ({ pair: { dapp, wallet } }) => {
      const message = 'Is this account yours?\nThen sign.';
      const answer = awaitedLater(
        dapp.request({ method: 'personal_sign', params: [toHex(message), FIRST] }, CHAIN_A),
      );
      await wallet.asks('Sign this message?');
      expect(await wallet.message.textContent()).toBe(message);
      await wallet.approve();
      expect(await verifyMessage({ address: FIRST, message, signature: (await answer) as Hex })).toBe(true);
      await eventually(() => wallet.notice.textContent(), `${PAGE_NAME} has your answer.`);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows typed data, and signs it',
    async ({ pair: { dapp, wallet } }) => {
      const data = {
        domain: { name: 'Meridian', version: '1', chainId: 31_337 },
        types: { Invoice: [{ name: 'memo', type: 'string' }] },
        primaryType: 'Invoice',
        message: { memo: 'November' },
      } as const;
      const params = [FIRST, JSON.stringify(data)];
      const answer = awaitedLater(dapp.request({ method: 'eth_signTypedData_v4', params }, CHAIN_A));
      await wallet.asks('Sign this data?');
      expect(await wallet.fact('For').textContent()).toBe('Meridian');
      expect(await wallet.message.textContent()).toContain('"memo": "November"');
      await wallet.approve();
      expect(await verifyTypedData({ ...data, address: FIRST, signature: (await answer) as Hex })).toBe(true);
    },
  );

  it('shows amount, receiver and fee of a transaction, and has it mined', async ({
    pair: { dapp, wallet },
    stack,
  }) => {
    const params = [{ from: FIRST, to: SECOND, value: toHex(parseEther('0.25')) }];
    const answer = awaitedLater(dapp.request({ method: 'eth_sendTransaction', params }, CHAIN_B));
    await wallet.asks('Send this transaction?');
    await wallet.page.getByText('−0.25 ETH').waitFor();
    expect(await wallet.fact('To').textContent()).toBe(SECOND);
    expect(await wallet.fact('Network').textContent()).toBe('Local chain B');
    await eventually(
      () => wallet.fact('Network fee').textContent(),
      expect.stringMatching(/^About 0\.0+\d+ ETH$/),
    );
    await wallet.approve();
    const chain = createPublicClient({ transport: http(stack.chainB) });
    const hash = (await answer) as Hex;
    expect(await chain.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    // Not the balances, because other journeys pay the same account at the same time.
    const { from, to, value } = await chain.getTransaction({ hash });
    expect([getAddress(from), to && getAddress(to), value]).toEqual([FIRST, SECOND, parseEther('0.25')]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'tells the page that the visitor refused, and that the chain did',
    async ({ pair: { dapp, wallet } }) => {
      const ask = (value: string) => {
        const params = [{ from: FIRST, to: SECOND, value: toHex(parseEther(value)) }];
        return dapp.request({ method: 'eth_sendTransaction', params }, CHAIN_A);
      };
      const refused = awaitedLater(ask('1'));
      await wallet.asks('Send this transaction?');
      await wallet.reject();
      await expect(refused).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4001 });
      const tooMuch = awaitedLater(ask('1000000000'));
      await wallet.page.getByText('It would fail:').waitFor();
      await wallet.approve();
      await expect(tooMuch).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32_000 });
      await eventually(
        () => wallet.notice.textContent(),
        expect.stringMatching(/^Nothing was sent or signed\./),
      );
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses by itself what it cannot understand, and accounts that it did not show',
    async ({ pair: { dapp, wallet } }) => {
      for (const params of [[], [toHex('hello'), SECOND]]) {
        const answer = dapp.request({ method: 'personal_sign', params }, CHAIN_A);
        await expect(answer).rejects.toMatchObject({ code: -32_602 });
      }
      expect(await wallet.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    },
  );
});

describe('requests on Solana', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a message as text, and signs it',
    async ({ pair: { dapp, wallet } }) => {
      const message = new TextEncoder().encode('Is this account yours?');
      const params = { message: getBase58Decoder().decode(message), pubkey: FIRST_SOLANA };
      const answer = awaitedLater(dapp.request({ method: 'solana_signMessage', params }, SOLANA));
      await wallet.asks('Sign this message?');
      expect(await wallet.message.textContent()).toBe('Is this account yours?');
      await wallet.approve();
      const { signature } = (await answer) as { signature: string };
      expect(isSignedBySolana(message, signature, FIRST_SOLANA)).toBe(true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows what a transaction does, and sends it',
    async ({ pair: { dapp, wallet }, stack }) => {
      const transaction = await solanaTransfer(stack.solana, FIRST_SOLANA, SECOND_SOLANA, 10_000_000n);
      const method = 'solana_signAndSendTransaction';
      const answer = awaitedLater(dapp.request({ method, params: { transaction } }, SOLANA));
      await wallet.asks('Send this transaction?');
      expect(await wallet.fact('Step 1').textContent()).toBe(`Send 0.01 SOL to ${SECOND_SOLANA}`);
      await eventually(() => wallet.fact('Network fee').textContent(), 'About 0.000005 SOL');
      await wallet.approve();
      const sent = (await answer) as { signature: string };
      expect(sent).toEqual({ signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/) });
      await expect
        .poll(() => solanaChanges(stack.solana, sent.signature))
        .toMatchObject({ [SECOND_SOLANA]: 10_000_000 });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'signs one transaction, and several, without sending them',
    async ({ pair: { dapp, wallet }, stack }) => {
      const make = (amount: bigint) => solanaTransfer(stack.solana, FIRST_SOLANA, SECOND_SOLANA, amount);
      const transactions = await Promise.all([make(1n), make(2n)]);
      const one = awaitedLater(
        dapp.request({ method: 'solana_signTransaction', params: { transaction: transactions[0] } }, SOLANA),
      );
      await wallet.asks('Sign this transaction?');
      await wallet.approve();
      const { signature, transaction } = (await one) as { signature: string; transaction: string };
      // The number of signatures, one signature of 64 bytes, then the signed message.
      const wire = Buffer.from(transaction, 'base64');
      expect(isSignedBySolana(wire.subarray(65), signature, FIRST_SOLANA)).toBe(true);
      const all = awaitedLater(
        dapp.request({ method: 'solana_signAllTransactions', params: { transactions } }, SOLANA),
      );
      await wallet.asks('Sign these 2 transactions?');
      await wallet.approve();
      const signed = (await all) as { transactions: string[] };
      expect(signed.transactions).toHaveLength(2);
      expect(signed.transactions[0]).toBe(transaction);
    },
  );
});
