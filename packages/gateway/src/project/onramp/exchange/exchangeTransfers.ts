import { setTimeout as wait } from 'node:timers/promises';
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isHex,
  keccak256,
  numberToHex,
  pad,
  parseTransaction,
  stringToHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod';
import type { RpcService } from '../../chains/service.js';
import type { Deal } from './exchangeTerms.js';

/** A separate key, so that the chain's standard accounts stay unchanged for tests. It is public: never use it elsewhere. */
const account = privateKeyToAccount(keccak256(stringToHex('latchkit development exchange')));

/** Enough gas for a smart account as receiver. */
const GAS = 300_000n;
/** Balance that the exchange gives itself before a transfer, in the smallest units. */
const TREASURY = 10n ** 26n;
/** Milliseconds between two looks for a receipt. */
const LOOK = 200;

/** A transfer to a visitor, and what is known about an earlier attempt. */
export interface Transfer {
  readonly deal: Deal;
  readonly to: string;
  /** The transaction that was signed before; null if no transaction was. */
  readonly signed: string | null;
  /** Stores a signed transaction before it is sent. */
  readonly keep: (signed: string) => Promise<void>;
}

export interface ExchangeTransfers {
  /**
   * Transfers on a development chain, and waits until the transfer is in a block. A repeated transfer whose transaction
   * was stored is made once.
   *
   * @returns the hash of the transaction.
   * @throws RpcError when the chain is unreachable or refuses.
   */
  send(transfer: Transfer): Promise<string>;
}

const receipt = z.object({ status: z.string() }).nullable();

export function exchangeTransfers(rpc: Pick<RpcService, 'call'>, stopped: AbortSignal): ExchangeTransfers {
  const queues = new Map<string, Promise<unknown>>();
  const call = (chainId: string, method: string, params: readonly unknown[]) =>
    rpc.call(chainId, method, params, stopped);
  const number = async (chainId: string, method: string, params: readonly unknown[] = []) => {
    const answer = await call(chainId, method, params);
    if (!isHex(answer)) throw new Error(`${method} answered no number`);
    return BigInt(answer);
  };
  const countOf = async (chainId: string, block: string) =>
    Number(await number(chainId, 'eth_getTransactionCount', [account.address, block]));

  const fill = async ({ chainId, contract }: Deal) => {
    await call(chainId, 'anvil_setBalance', [account.address, numberToHex(TREASURY)]);
    if (contract === undefined) return;
    // The development token keeps a balance in the slot of its holder's address.
    const slot = pad(account.address, { size: 32 }).toLowerCase();
    await call(chainId, 'anvil_setStorageAt', [contract, slot, numberToHex(TREASURY, { size: 32 })]);
  };
  const sign = async ({ deal, to, keep }: Transfer): Promise<Hex> => {
    const { chainId, contract, units } = deal;
    await fill(deal);
    const price = await number(chainId, 'eth_gasPrice');
    const args = [to as Hex, units] as const;
    const payment =
      contract === undefined
        ? { to: to as Hex, value: units }
        : {
            to: contract as Hex,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
          };
    const signed = await account.signTransaction({
      ...payment,
      type: 'eip1559',
      chainId: Number(chainId.slice('eip155:'.length)),
      nonce: await countOf(chainId, 'pending'),
      gas: GAS,
      maxFeePerGas: price * 2n,
      maxPriorityFeePerGas: 0n,
    });
    await keep(signed);
    return signed;
  };
  /** The stored transaction, if the chain can still include it or has done so. */
  const stillGood = async ({ deal: { chainId }, signed }: Transfer): Promise<Hex | undefined> => {
    if (!isHex(signed)) return undefined;
    if (await receiptOf(chainId, keccak256(signed))) return signed;
    const { nonce } = parseTransaction(signed);
    // The count differs because the development chain was restarted.
    return nonce === (await countOf(chainId, 'latest')) ? signed : undefined;
  };
  const receiptOf = async (chainId: string, hash: Hex) =>
    receipt.parse(await call(chainId, 'eth_getTransactionReceipt', [hash]));

  const submit = async (transfer: Transfer): Promise<Hex> => {
    const { chainId } = transfer.deal;
    const signed = (await stillGood(transfer)) ?? (await sign(transfer));
    const hash = keccak256(signed);
    try {
      await call(chainId, 'eth_sendRawTransaction', [signed]);
    } catch (error) {
      const known = await call(chainId, 'eth_getTransactionByHash', [hash]);
      if (known === null) throw error;
    }
    return hash;
  };
  const sendOnEvm = async (transfer: Transfer): Promise<string> => {
    const { chainId } = transfer.deal;
    // One at a time on each chain, so that no two transactions get the same nonce.
    const submitted = (queues.get(chainId) ?? Promise.resolve()).then(() => submit(transfer));
    queues.set(
      chainId,
      submitted.catch(() => {}),
    );
    const hash = await submitted;
    for (;;) {
      const found = await receiptOf(chainId, hash);
      if (found?.status === '0x1') return hash;
      if (found) throw new Error('The transfer was reverted');
      await wait(LOOK, undefined, { signal: stopped });
    }
  };
  const sendOnSolana = async ({ deal, to }: Transfer): Promise<string> =>
    z.string().parse(await call(deal.chainId, 'requestAirdrop', [to, Number(deal.units)]));

  return {
    send: transfer =>
      transfer.deal.chainId.startsWith('solana:') ? sendOnSolana(transfer) : sendOnEvm(transfer),
  };
}
