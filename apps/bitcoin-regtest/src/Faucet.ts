import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { REGTEST } from './addresses.js';
import type { RegtestNode } from './RegtestNode.js';

/** Only this program uses it: the key that receives the rewards of mining. */
const KEY = Buffer.from('latchkit bitcoin development key'.padEnd(32));
/** Blocks after which a reward can be spent. */
const MATURITY = 100;
/** In sats. */
const FEE = 1_000n;

const own = p2wpkh(pubECDSA(KEY), REGTEST);
const script = Buffer.from(own.script).toString('hex');

/** Mines, and pays from the rewards. */
export class Faucet {
  readonly #node: RegtestNode;
  /** Payments are built one after the other, so that none spends the coin of another. */
  #paying: Promise<unknown> = Promise.resolve();

  constructor(node: RegtestNode) {
    this.#node = node;
  }

  mine(blocks: number): Promise<void> {
    return this.#node.mine(blocks, own.script);
  }

  reorganise(depth: number): Promise<void> {
    return this.#node.reorganise(depth, own.script);
  }

  /** Sends sats to an address; returns the id of the unconfirmed transaction. */
  pay(address: string, amount: bigint): Promise<string> {
    const payment = this.#paying.then(async () => {
      const transaction = this.#build(address, amount);
      const { txid } = await this.#node.send(transaction.extract());
      return txid;
    });
    this.#paying = payment.catch(() => {});
    return payment;
  }

  #build(address: string, amount: bigint): Transaction {
    const { ledger } = this.#node;
    const height = ledger.blocks.length - 1;
    const transaction = new Transaction();
    transaction.addOutputAddress(address, amount, REGTEST);
    let left = -amount - FEE;
    for (const coin of ledger.coins(script).toReversed()) {
      if (left >= 0n) break;
      if (coin.isCoinbase && height - (coin.mined?.height ?? height) < MATURITY) continue;
      const { txid, index, value } = coin;
      transaction.addInput({ txid, index, witnessUtxo: { script: own.script, amount: BigInt(value) } });
      left += BigInt(value);
    }
    if (left < 0n) throw new Error('The faucet is empty.');
    // A change below the dust limit goes to the miner.
    if (left > FEE) transaction.addOutput({ script: own.script, amount: left });
    transaction.sign(KEY);
    transaction.finalize();
    return transaction;
  }
}
