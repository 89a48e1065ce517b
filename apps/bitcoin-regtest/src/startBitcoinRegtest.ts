import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { bitcoinAccounts } from 'latchkit/testing/bitcoin';
import { answerTexts, serveHttp } from '../../../scripts/lib/serveHttp.mjs';
import { REGTEST } from './addresses.js';
import { answerPaths } from './answerPaths.js';
import { esplora } from './esplora.js';
import { Faucet } from './Faucet.js';
import { RegtestNode } from './RegtestNode.js';

/** SegWit is active from block 432 on. */
const BLOCKS = 500;
/** In sats. */
const FUNDS = 10_000_000_000n;

export interface BitcoinRegtestOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Milliseconds after which a sent transaction is mined. Default 0: only `mine` mines. */
  readonly blockTime?: number;
}

/** A running development chain. */
export interface BitcoinRegtest {
  readonly port: number;
  /** Esplora's HTTP API. */
  readonly url: string;
  /** CAIP-2 id. */
  readonly caipNetworkId: `bip122:${string}`;
  /** The payment addresses of `bitcoinAccounts` of `latchkit/testing/bitcoin`, which hold 100 BTC each. */
  readonly accounts: readonly string[];
  mine(blocks: number): Promise<void>;
  /** Replaces so many of the last blocks with one more, which are empty. The replaced transactions wait for a block again. */
  reorganise(depth: number): Promise<void>;
  /** Sends sats to an address; returns the id of the unconfirmed transaction. */
  fund(address: string, amount: bigint): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a Bitcoin chain for development: a bcoin node in memory behind Esplora's HTTP API, with 500 blocks and funded accounts.
 * It starts empty each time.
 *
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export async function startBitcoinRegtest(options: BitcoinRegtestOptions = {}): Promise<BitcoinRegtest> {
  const { port = 0, host = '127.0.0.1', blockTime = 0 } = options;
  const node = await RegtestNode.open();
  const faucet = new Faucet(node);
  await faucet.mine(BLOCKS);
  const accounts = bitcoinAccounts.map(
    key => p2wpkh(pubECDSA(Buffer.from(key, 'hex')), REGTEST).address ?? '',
  );
  for (const account of accounts) await faucet.pay(account, FUNDS);
  await faucet.mine(1);

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const mineSoon = () => {
    if (blockTime === 0) return;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      faucet.mine(1).catch(console.error);
    }, blockTime);
  };
  const fund = async (address: string, amount: bigint) => {
    const txid = await faucet.pay(address, amount);
    mineSoon();
    return txid;
  };
  const mine = (blocks: number) => faucet.mine(blocks);
  const send = async (raw: Uint8Array) => {
    const { txid } = await node.send(raw);
    mineSoon();
    return txid;
  };
  const answer = answerPaths(esplora(node.ledger), { send, mine, fund });
  const server = await serveHttp(answerTexts('GET, POST', answer), { port, host });
  return {
    port: server.port,
    url: `http://${host}:${server.port}`,
    caipNetworkId: `bip122:${node.ledger.blocks[0]?.hash.slice(0, 32)}`,
    accounts,
    mine,
    reorganise: depth => faucet.reorganise(depth),
    fund,
    async close() {
      clearTimeout(waiting);
      await server.close();
      await node.close();
    },
  };
}
