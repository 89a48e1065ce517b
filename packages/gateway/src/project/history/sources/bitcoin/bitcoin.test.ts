import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import { historyConformance } from '../../../../../test/conformance/historyConformance.js';
import { rpcService } from '../../../chains/service.js';
import { upstreams } from '../../../chains/upstreams.js';
import { bitcoinSource } from './bitcoinSource.js';
import { esploraTransaction, readBitcoinTransaction } from './readBitcoinTransaction.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const walletOf = (seed: number) => {
  const key = new Uint8Array(32).fill(seed);
  const { address = '', script } = p2wpkh(pubECDSA(key), REGTEST);
  return { key, address, script };
};
const [OWN, OTHER, BUSY, NOBODY] = [walletOf(1), walletOf(2), walletOf(3), walletOf(4)];

/** Spends the account's only coin of this transaction. */
async function spend(
  { url }: BitcoinRegtest,
  from: ReturnType<typeof walletOf>,
  id: string,
  outputs: readonly (readonly [string, bigint])[],
): Promise<string> {
  const coins: { txid: string; vout: number; value: number }[] = await (
    await fetch(`${url}/address/${from.address}/utxo`)
  ).json();
  const coin = coins.find(({ txid }) => txid === id);
  const transaction = new Transaction();
  const witnessUtxo = { script: from.script, amount: BigInt(coin?.value ?? 0) };
  transaction.addInput({ txid: id, index: coin?.vout ?? 0, witnessUtxo });
  for (const [address, amount] of outputs) transaction.addOutputAddress(address, amount, REGTEST);
  transaction.sign(from.key);
  transaction.finalize();
  return (await fetch(`${url}/tx`, { method: 'POST', body: transaction.hex })).text();
}

historyConformance('the nodes of Bitcoin', async () => {
  const regtest = await startBitcoinRegtest();
  const chainId = regtest.caipNetworkId;
  const rpc = rpcService({ chains: upstreams({ [chainId]: regtest.url }, true), timeout: 10_000 });
  const received = await regtest.fund(OWN.address, 100_000n);
  await regtest.mine(1);
  const sent = await spend(regtest, OWN, received, [
    [OTHER.address, 30_000n],
    [OWN.address, 69_000n],
  ]);
  await regtest.mine(1);
  await spend(regtest, OWN, sent, [[OWN.address, 68_000n]]);
  await regtest.mine(1);
  const pay = async () => {
    await regtest.fund(BUSY.address, 10_000n);
    await regtest.mine(1);
  };
  const count = 60;
  for (let index = 0; index < count; index += 1) await pay();
  return {
    source: bitcoinSource(rpc),
    chainId,
    account: OWN.address,
    nobody: NOBODY.address,
    expected: [
      { operation: 'send', moved: ['self 0.00068 BTC'] },
      { operation: 'send', moved: ['out 0.0003 BTC'] },
      { operation: 'receive', moved: ['in 0.001 BTC'] },
    ],
    busy: { account: BUSY.address, count, more: pay },
    settle: async () => {},
    stop: async () => {
      rpc.close();
      await regtest.close();
    },
  };
});

describe('readBitcoinTransaction', () => {
  const read = (
    vin: readonly (readonly [string, number])[],
    vout: readonly (readonly [string, number])[],
  ) => {
    const output = ([scriptpubkey_address, value]: readonly [string, number]) => ({
      scriptpubkey_address,
      value,
    });
    const raw = {
      txid: 'ab'.repeat(32),
      vin: vin.map(one => ({ prevout: output(one) })),
      vout: vout.map(output),
      status: { confirmed: false },
    };
    const { status, from, movements } = readBitcoinTransaction(
      'bip122:x',
      esploraTransaction.parse(raw),
      'me',
    );
    return [status, from, movements.map(one => `${one.from}>${one.to} ${one.amount}`)];
  };

  it('counts only the difference if several people pay', () => {
    expect(
      read(
        [
          ['me', 10],
          ['you', 20],
        ],
        [
          ['shop', 25],
          ['me', 4],
        ],
      ),
    ).toEqual(['pending', undefined, ['me>shop 6']]);
    expect(
      read(
        [['you', 20]],
        [
          ['me', 12],
          ['you', 7],
        ],
      ),
    ).toEqual(['pending', 'you', ['you>me 12']]);
  });

  it('has a payment for each receiver', () => {
    const paid = read(
      [['me', 100]],
      [
        ['a', 10],
        ['b', 20],
        ['me', 60],
      ],
    );
    expect(paid).toEqual(['pending', 'me', ['me>a 10', 'me>b 20']]);
  });
});
