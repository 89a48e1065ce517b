import { addressOf, scriptOf } from './addresses.js';
import type { Entry, Ledger, Output } from './Ledger.js';

/** Transactions on a page. */
const PAGE = 25;
const MOST_UNCONFIRMED = 50;

/** The chain in the forms of Esplora's HTTP API. Undefined: not found. */
export function esplora(ledger: Ledger) {
  const tip = () => ledger.blocks.length - 1;
  const statusOf = ({ mined }: Pick<Entry, 'mined'>) =>
    mined
      ? { confirmed: true, block_height: mined.height, block_hash: mined.hash, block_time: mined.time }
      : { confirmed: false };
  const transaction = (entry: Entry) => {
    const { txid, transaction: raw, inputs, outputs } = entry;
    const isCoinbase = raw.isCoinbase();
    const spent = inputs.reduce((sum, one) => sum + (one.spent?.value ?? 0), 0);
    const paid = outputs.reduce((sum, { value }) => sum + value, 0);
    return {
      txid,
      version: raw.version,
      locktime: raw.locktime,
      vin: inputs.map(input => ({
        txid: input.txid,
        vout: input.index,
        prevout: input.spent ? outputOf(input.spent) : null,
        is_coinbase: isCoinbase,
        sequence: input.sequence,
      })),
      vout: outputs.map(outputOf),
      size: raw.getSize(),
      weight: raw.getWeight(),
      fee: isCoinbase ? 0 : spent - paid,
      status: statusOf(entry),
    };
  };
  const stats = (script: string, entries: readonly Entry[]) => {
    const funded = entries.flatMap(({ outputs }) => outputs).filter(one => one.script === script);
    const spent = entries
      .flatMap(({ inputs }) => inputs.flatMap(input => input.spent ?? []))
      .filter(one => one.script === script);
    const sum = (list: readonly Output[]) => list.reduce((total, { value }) => total + value, 0);
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: entries.length,
    };
  };
  const isMined = ({ mined }: Entry) => mined !== undefined;
  return {
    tipHeight: tip,
    tipHash: () => ledger.blocks[tip()]?.hash,
    blockHash: (height: number) => ledger.blocks[height]?.hash,
    block(hash: string) {
      const found = ledger.blocks.find(one => one.hash === hash);
      return found && { id: found.hash, height: found.height, timestamp: found.time };
    },
    transaction(txid: string) {
      const entry = ledger.find(txid);
      return entry && transaction(entry);
    },
    status(txid: string) {
      const entry = ledger.find(txid);
      return entry && statusOf(entry);
    },
    raw: (txid: string) => ledger.find(txid)?.transaction.toRaw().toString('hex'),
    address(address: string) {
      const script = scriptOf(address);
      const entries = ledger.of(script);
      return {
        address,
        chain_stats: stats(script, entries.filter(isMined)),
        mempool_stats: stats(
          script,
          entries.filter(entry => !isMined(entry)),
        ),
      };
    },
    /** The newest: unconfirmed ones, then a page of confirmed ones. */
    history(address: string) {
      const entries = ledger.of(scriptOf(address));
      const unconfirmed = entries.filter(entry => !isMined(entry)).slice(0, MOST_UNCONFIRMED);
      return [...unconfirmed, ...entries.filter(isMined).slice(0, PAGE)].map(transaction);
    },
    /** A page of confirmed transactions: the newest, or those before one. */
    confirmed(address: string, before: string | undefined) {
      const mined = ledger.of(scriptOf(address)).filter(isMined);
      const start = before === undefined ? 0 : mined.findIndex(({ txid }) => txid === before) + 1;
      return start === 0 && before !== undefined ? [] : mined.slice(start, start + PAGE).map(transaction);
    },
    coins: (address: string) =>
      ledger.coins(scriptOf(address)).map(({ txid, index, value, mined }) => ({
        txid,
        vout: index,
        value,
        status: statusOf({ mined }),
      })),
    /** Sats per virtual byte, by the number of blocks to wait. */
    feeEstimates: () => ({
      '1': 5,
      '2': 4,
      '3': 3,
      '6': 2,
      '10': 1.5,
      '25': 1.1,
      '144': 1,
      '504': 1,
      '1008': 1,
    }),
  };
}

/** The chain in Esplora's forms. */
export type Esplora = ReturnType<typeof esplora>;

function outputOf({ script, value }: Output) {
  const address = addressOf(script);
  return {
    scriptpubkey: script,
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value,
  };
}
