import { type Bcoin, type ChainEntry, loadBcoin, type Transaction } from './bcoin.js';
import { type Entry, Ledger } from './Ledger.js';

/** The node refused a transaction. The message is its reason. */
export class TransactionRefused extends Error {}

/** The first block of regtest. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** A Bitcoin node in memory that mines on demand. It verifies everything but the spending of Taproot outputs, which it refuses. */
export class RegtestNode {
  readonly ledger = new Ledger();
  readonly #bcoin: Bcoin;
  readonly #chain: InstanceType<Bcoin['Chain']>;
  readonly #mempool: InstanceType<Bcoin['Mempool']>;
  readonly #miner: InstanceType<Bcoin['Miner']>;
  /** Mines blocks without transactions: the other miner mines only on the last block. */
  readonly #idleMiner: InstanceType<Bcoin['Miner']>;
  /** Transactions of replaced blocks. */
  readonly #replaced: Transaction[] = [];
  /** Blocks are added one after the other. */
  #mining: Promise<void> = Promise.resolve();

  private constructor(bcoin: Bcoin) {
    this.#bcoin = bcoin;
    this.#chain = new bcoin.Chain({ network: 'regtest', memory: true });
    this.#mempool = new bcoin.Mempool({ chain: this.#chain });
    this.#miner = new bcoin.Miner({ chain: this.#chain, mempool: this.#mempool });
    this.#idleMiner = new bcoin.Miner({ chain: this.#chain });
  }

  static async open(): Promise<RegtestNode> {
    const node = new RegtestNode(loadBcoin());
    await node.#chain.open();
    await node.#mempool.open();
    await node.#miner.open();
    await node.#idleMiner.open();
    node.#chain.on('connect', async (entry, block) => {
      await node.#mempool._addBlock(entry, block.txs);
      node.ledger.addBlock(block, entry.height);
    });
    node.#chain.on('disconnect', async (entry, block) => {
      node.ledger.removeBlock(block);
      node.#replaced.push(...block.txs);
      await node.#mempool._removeBlock(entry, block.txs);
    });
    node.ledger.blocks[0] = { height: 0, hash: GENESIS, time: node.#chain.network.genesis.time };
    return node;
  }

  /** Mines so many blocks, with the reward for a script. */
  mine(blocks: number, script: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      for (let count = 0; count < blocks; count += 1)
        await this.#mineOn(this.#miner, this.#chain.tip, script);
    });
  }

  /** Replaces so many of the last blocks with one more without the waiting transactions. The replaced transactions wait again. */
  reorganise(depth: number, script: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      let tip = await this.#chain.getEntryByHeight(this.#chain.tip.height - depth);
      for (let count = 0; count <= depth; count += 1) tip = await this.#mineOn(this.#idleMiner, tip, script);
      // The mempool itself takes them back only if it is not empty.
      for (const transaction of this.#replaced.splice(0))
        if (!transaction.isCoinbase() && !this.#mempool.hasEntry(transaction.hash('hex')))
          await this.#mempool.addTX(transaction);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const mining = this.#mining.then(work);
    this.#mining = mining.catch(() => {});
    return mining;
  }

  async #mineOn(
    miner: InstanceType<Bcoin['Miner']>,
    tip: ChainEntry,
    script: Uint8Array,
  ): Promise<ChainEntry> {
    const { Address, Script } = this.#bcoin;
    const address = Address.fromScript(Script.fromRaw(Buffer.from(script)));
    const block = await miner.mineBlock(tip, address);
    const entry = await this.#chain.add(block);
    if (!entry) throw new Error('The node refused its own block.');
    return entry;
  }

  /** Accepts a signed transaction. @throws TransactionRefused */
  async send(raw: Uint8Array): Promise<Entry> {
    const transaction = this.#read(raw);
    const known = this.ledger.find(transaction.txid());
    if (known) {
      if (known.mined) throw new TransactionRefused('Transaction already in block chain');
      return known;
    }
    const missing = await this.#mempool
      .addTX(transaction)
      .catch((error: { reason?: string; message: string }) => {
        throw new TransactionRefused(error.reason ?? error.message);
      });
    if (missing) throw new TransactionRefused('bad-txns-inputs-missingorspent');
    return this.ledger.add(transaction);
  }

  async close(): Promise<void> {
    await this.#mining;
    await this.#miner.close();
    await this.#idleMiner.close();
    await this.#mempool.close();
    await this.#chain.close();
  }

  #read(raw: Uint8Array) {
    try {
      return this.#bcoin.TX.fromRaw(Buffer.from(raw));
    } catch {
      throw new TransactionRefused('TX decode failed');
    }
  }
}
