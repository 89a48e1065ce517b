import { digestOf, type SessionKeyring, type SigningRequest } from '@latchkit/keyring';
import {
  type CallResponse,
  isRefusedTransfer,
  type readHoldingsCall,
  receiptStatus,
  releaseDeviceShareCall,
  type releaseDeviceShareRequest,
  tokenTransfers,
  type WalletAddresses,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { type ChainReader, createChainReader } from '../../chains/createChainReader.js';
import { withMargin } from '../../prepare/estimateCall.js';
import { quantityOf, readFees } from '../../prepare/readFees.js';
import { sleep } from '../../services/sleep.js';
import type { Portal } from '../runtime/Portal.js';
import { heldOf, transferOf } from './erc20.js';
import { largestTokenAccount } from './largestTokenAccount.js';
import { moveFromSmartAccount } from './moveFromSmartAccount.js';

/** A native currency or token that a wallet holds in one of its accounts. */
export type Holding = CallResponse<typeof readHoldingsCall>['holdings'][number];

/** The wallet that pays and the wallet that receives. */
export interface MoveParties {
  readonly portal: Portal;
  /** The wallet that signs and pays. */
  readonly walletId: string;
  readonly from: WalletAddresses;
  readonly to: WalletAddresses;
  readonly signal: AbortSignal;
}

/**
 * What became of a transfer. `fee`: there is too little to pay for it. `pending`: it, or an earlier transaction, is not confirmed yet.
 * `failed`: the network refused it.
 */
export type MoveOutcome = 'moved' | 'fee' | 'pending' | 'failed';

/** Milliseconds between two looks at a transaction, and how many there are. */
const POLLING = 1_000;
const LOOKS = 90;

/** Lamports for one signature. */
const SOLANA_FEE = 5_000n;

/** The exact gas of a plain payment. */
const PLAIN_GAS = 21_000n;

/** JSON-RPC with its results, and a signature for the chain of a holding. */
export interface Chain {
  readonly reader: ChainReader;
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Signs with the wallet that is moved. */
  sign(
    kind: 'transaction' | 'solanaTransaction' | 'userOperation',
    account: string,
    payload: string,
  ): Promise<string>;
  /** Waits for a result. @returns undefined if the chain has none after the last look. */
  settled<Result>(look: () => Promise<Result | null | undefined>): Promise<Result | undefined>;
  readonly keyring: SessionKeyring;
}

/**
 * Sends all of a holding to the same account of the other wallet, less the fee, and waits for the network. It reads the balance first,
 * so a repetition sends nothing twice.
 *
 * @throws the errors of the wallet service and of the chain.
 */
export async function moveAsset(holding: Holding, parties: MoveParties): Promise<MoveOutcome> {
  const { portal, walletId, signal } = parties;
  const { chainId } = holding;
  const reader = createChainReader(portal.walletService, portal.account);
  const keyring = portal.account.openKeyring();
  const sign: Chain['sign'] = async (kind, account, payload) => {
    const request: SigningRequest = { id: crypto.randomUUID(), kind, chainId, account, payload };
    // The user pressed the button of the amounts that this page shows.
    const now = Date.now();
    return keyring.sign(request, {
      ...{ id: request.id, digest: await digestOf(request), origin: portal.origin },
      ...{ surface: 'window', armedAt: now, decidedAt: now },
    });
  };
  try {
    const body = { walletId };
    await keyring.unlock(
      await portal.call<typeof releaseDeviceShareRequest>(releaseDeviceShareCall, { body, signal }),
    );
    const ask: Chain['ask'] = (method, params) => reader.request(chainId, method, params, signal);
    return await MOVES[holding.account](holding, parties, {
      ...{ reader, ask, sign, keyring },
      settled: look => settled(signal, look),
    });
  } finally {
    keyring.end();
  }
}

const MOVES: Readonly<
  Record<Holding['account'], (holding: Holding, parties: MoveParties, chain: Chain) => Promise<MoveOutcome>>
> = { eoa: moveOnEvm, smart: moveFromSmartAccount, solana: moveOnSolana };

async function moveOnEvm(
  { chainId, token }: Holding,
  parties: MoveParties,
  chain: Chain,
): Promise<MoveOutcome> {
  const { reader, ask, sign, settled, keyring } = chain;
  const { signal } = parties;
  const [from, to] = [parties.from.evm, parties.to.evm];
  const [nonce, pending] = await Promise.all(
    ['latest', 'pending'].map(async tag => quantity(await ask('eth_getTransactionCount', [from, tag]))),
  );
  // If a transaction is open, this could send the same holding twice.
  if (nonce !== pending) return 'pending';
  const fees = await readFees({}, { reader, payload: { chainId }, signal });
  const { price, tip } =
    'gasPrice' in fees
      ? { price: fees.gasPrice, tip: undefined }
      : { price: fees.maxFeePerGas, tip: String(fees.maxPriorityFeePerGas) };
  const amount = await heldOf(from, token, ask);
  if (amount === 0n) return 'moved';
  const data = token === null ? '0x' : transferOf(to, amount);
  const target = token ?? to;
  // Old tokens return false instead of reverting, and move nothing.
  if (token !== null && isRefusedTransfer(await ask('eth_call', [{ from, to: token, data }, 'latest']))) {
    return 'failed';
  }
  const estimate = quantity(await ask('eth_estimateGas', [{ from, to: target, data }]));
  const gas = estimate === PLAIN_GAS ? estimate : withMargin(estimate);
  // Twice, because rollups also charge for the data.
  const value = token === null ? amount - 2n * gas * price : 0n;
  if (token === null && value <= 0n) return 'fee';
  const payload = await keyring.encodeTransfer({
    ...{ chainId: Number(chainId.slice('eip155:'.length)), to: target, data, nonce: Number(nonce) },
    ...{ value: String(value), gas: String(gas), price: String(price), tip },
  });
  const hash = await ask('eth_sendRawTransaction', [await sign('transaction', from, payload)]);
  const done = await settled(async () => {
    const receipt = await ask('eth_getTransactionReceipt', [hash]);
    const status = receiptStatus(receipt);
    return status && { status, logs: (receipt as { logs?: unknown }).logs };
  });
  if (done === undefined) return 'pending';
  const isMoved = token === null || tokenTransfers(done.logs, token).some(one => one.to === to.toLowerCase());
  return done.status === 'success' && isMoved ? 'moved' : 'failed';
}

const blockhash = z.object({ value: z.object({ blockhash: z.string() }) });
const lamports = z.object({ value: z.int() });
const statuses = z.object({
  value: z.array(z.nullish(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))),
});

const CONFIRMED = { commitment: 'confirmed' };

async function moveOnSolana({ token }: Holding, parties: MoveParties, chain: Chain): Promise<MoveOutcome> {
  const { ask, sign, settled, keyring } = chain;
  const [from, to] = [parties.from.solana, parties.to.solana];
  const { value: latest } = z.parse(blockhash, await ask('getLatestBlockhash', [CONFIRMED]));
  const paid =
    token === null
      ? { amount: String(z.parse(lamports, await ask('getBalance', [from, CONFIRMED])).value) }
      : await tokensOf(from, token, ask);
  if (paid === undefined) return 'moved';
  const amount = token === null ? BigInt(paid.amount) - SOLANA_FEE : BigInt(paid.amount);
  if (amount <= 0n) return token === null ? 'fee' : 'moved';
  const transfer = { ...paid, from, to, amount: String(amount), blockhash: latest.blockhash };
  const signed = await sign('solanaTransaction', from, await keyring.encodeTransfer(transfer));
  const signature = await ask('sendTransaction', [
    signed,
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  const done = await settled(async () => {
    const [found] = z.parse(statuses, await ask('getSignatureStatuses', [[signature]])).value;
    return found?.confirmationStatus === 'processed' ? undefined : found;
  });
  if (done === undefined) return 'pending';
  return done.err === null ? 'moved' : 'failed';
}

/** The token account that holds most of a mint. The next transfer sends from the next account. */
async function tokensOf(owner: string, mint: string, ask: Chain['ask']) {
  const found = await ask('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', ...CONFIRMED },
  ]);
  const most = largestTokenAccount(found);
  if (most === undefined) return undefined;
  const { amount, source, program, decimals } = most;
  return { amount, token: { mint, source, program, decimals } };
}

async function settled<Result>(
  signal: AbortSignal,
  look: () => Promise<Result | null | undefined>,
): Promise<Result | undefined> {
  for (let left = LOOKS; left > 0; left -= 1) {
    // If the node does not respond now, it may respond to the next look.
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== null) return found;
    await sleep(POLLING, signal);
  }
  return undefined;
}

const quantity = (value: unknown) => quantityOf(value, 'INTERNAL');
