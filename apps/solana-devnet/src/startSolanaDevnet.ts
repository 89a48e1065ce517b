import { createHash } from 'node:crypto';
import { type Address, createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import { solanaAccounts } from 'latchkit/testing/solana';
import { z } from 'zod';
import { toBase58 } from './base58.js';
import { DEVELOPMENT_TOKENS, issueToken } from './developmentTokens.js';
import { Faucet } from './Faucet.js';
import { Ledger } from './Ledger.js';
import { accountMethods } from './methods/accountMethods.js';
import { chainMethods } from './methods/chainMethods.js';
import { tokenMethods } from './methods/tokenMethods.js';
import { transactionMethods } from './methods/transactionMethods.js';
import { type Rate, RateLimit } from './RateLimit.js';
import { RPC_CODES, RpcError } from './RpcError.js';
import { address, config, optional, type RpcMethods, rpcMethod } from './RpcMethod.js';
import { Subscriptions } from './Subscriptions.js';
import { startServer } from './startServer.js';

const LAMPORTS_PER_SOL = 1_000_000_000n;
const FUNDS = 1_000n * LAMPORTS_PER_SOL;
const WHOLE_TOKENS = 1_000_000n;
const GENESIS = 'Latchkit Solana development runtime';

export interface SolanaDevnetOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Milliseconds per slot. Default 400, as on public clusters; with 0, only `advance` starts slots. */
  readonly slotTime?: number;
  /** Number of slots for which a blockhash is valid. Default 150. */
  readonly blockhashSlots?: number;
  /** Text from which the genesis hash is derived; a different text gives a different cluster. */
  readonly genesis?: string;
}

/** A running development runtime. */
export interface SolanaDevnet {
  readonly port: number;
  /** JSON-RPC over HTTP. */
  readonly url: string;
  /** JSON-RPC and subscriptions over WebSocket. */
  readonly wsUrl: string;
  readonly genesisHash: string;
  /** CAIP-2 id: the first 32 characters of the genesis hash. */
  readonly caipNetworkId: `solana:${string}`;
  /** Addresses of the funded development accounts, whose seeds are `solanaAccounts` of `latchkit/testing/solana`. */
  readonly accounts: readonly Address[];
  /** Starts this many slots at once. */
  advance(slots: number): void;
  /** Removes a transaction from the history, as if the fork that contains it were abandoned. Balances stay as they are. */
  abandon(signature: string): void;
  /** Lists a transaction under another version, such as 1 (SIMD-0385), which LiteSVM does not run. */
  mark(signature: string, version: number): void;
  /**
   * Gives a mint of Token-2022 a factor by which its amounts are multiplied when they are shown, as its issuer does.
   *
   * @param from - Seconds from which it counts; before, 1 does. Default: at once.
   */
  scale(mint: Address, factor: number, from?: bigint): void;
  /** Limits the rate of calls over HTTP, as public nodes do; undefined: ends the limit. */
  limitRate(rate: Rate | undefined): void;
  close(): Promise<void>;
}

/**
 * Starts a Solana chain for development: LiteSVM behind a node's JSON-RPC, with funded accounts and two tokens. It starts empty
 * each time.
 *
 * @see https://chainagnostic.org/CAIPs/caip-30 on Solana's CAIP-2 ids
 */
export async function startSolanaDevnet(options: SolanaDevnetOptions = {}): Promise<SolanaDevnet> {
  const { port = 0, host = '127.0.0.1', slotTime = 400, blockhashSlots = 150, genesis = GENESIS } = options;
  const ledger = new Ledger(blockhashSlots);
  const genesisHash = toBase58(createHash('sha256').update(genesis).digest());
  const faucet = await Faucet.open(ledger);
  const accounts = await fundAccounts(ledger, faucet);
  const methods = allMethods(genesisHash, faucet);
  const call = (method: string, params: readonly unknown[]) => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) throw new RpcError(RPC_CODES.methodNotFound, 'Method not found');
    return run(ledger, params);
  };
  let limit: RateLimit | undefined;
  const server = await startServer(call, new Subscriptions(ledger), { port, host, limit: () => limit });
  const timer = slotTime > 0 ? setInterval(() => ledger.advance(), slotTime) : undefined;
  return {
    port: server.port,
    url: `http://${host}:${server.port}`,
    wsUrl: `ws://${host}:${server.port}`,
    genesisHash,
    caipNetworkId: `solana:${genesisHash.slice(0, 32)}`,
    accounts,
    advance: slots => {
      for (let slot = 0; slot < slots; slot += 1) ledger.advance();
    },
    abandon: signature => ledger.abandon(signature),
    mark: (signature, version) => ledger.mark(signature, version),
    scale: (mint, factor, from) => ledger.scale(mint, factor, from),
    limitRate: rate => {
      limit = rate && new RateLimit(rate);
    },
    close: () => {
      clearInterval(timer);
      return server.close();
    },
  };
}

function allMethods(genesisHash: string, faucet: Faucet): RpcMethods {
  return {
    ...chainMethods(genesisHash),
    ...accountMethods,
    ...tokenMethods,
    ...transactionMethods,
    requestAirdrop: rpcMethod(
      z.tuple([address, z.int().positive(), optional(config).optional()]),
      (_, [to, amount]) => faucet.give(to, BigInt(amount)),
    ),
  };
}

async function fundAccounts(ledger: Ledger, faucet: Faucet): Promise<readonly Address[]> {
  const signers = await Promise.all(
    solanaAccounts.map(seed => createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, 'hex'))),
  );
  const accounts = signers.map(signer => signer.address);
  for (const account of accounts) await faucet.give(account, FUNDS);
  for (const token of DEVELOPMENT_TOKENS) {
    // The last account holds none, so that sending to it requires creating a token account first.
    await issueToken(ledger, token, accounts.slice(0, 2), WHOLE_TOKENS * 10n ** BigInt(token.decimals));
  }
  ledger.advance();
  return accounts;
}
