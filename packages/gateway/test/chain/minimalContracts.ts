import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Hex, namehash, numberToHex, pad, stringToHex } from 'viem';
import { waitUntil } from '../waitUntil.js';
import { ensCode } from './ensCode.js';

const FIRST_SLOT = numberToHex(0, { size: 32 });

/** Calls a development chain; throws on an error. */
export async function chainRequest(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(error.message);
  return result;
}

/**
 * Sends a transaction of an unlocked account and resolves with its receipt. anvil responds before it mines the transaction,
 * and on a busy machine it puts the next one into the same block.
 */
export async function mineTransaction(
  url: string,
  transaction: Readonly<Record<string, unknown>>,
): Promise<{ readonly transactionHash: Hex; readonly contractAddress: Hex | null }> {
  const hash = await chainRequest(url, 'eth_sendTransaction', [transaction]);
  let receipt: unknown = null;
  await waitUntil(async () => {
    receipt = await chainRequest(url, 'eth_getTransactionReceipt', [hash]);
    return receipt !== null;
  });
  return receipt as Awaited<ReturnType<typeof mineTransaction>>;
}

/**
 * A contract that answers every function of one argument with the storage at that argument: `balanceOf` of a token whose
 * balances lie at the holder's address, `resolver` of a registry.
 * calldataload(4) sload mstore(0) return(0, 32)
 */
const LOOKUP: Hex = '0x60043554600052602060 00f3'.replace(' ', '') as Hex;

/** A contract that reverts every call: revert(0, 0). */
const REFUSING: Hex = '0x60006000fd';

/**
 * A resolver: `addr(node)` is the storage at the node, `addr(node, coin)` the 32 bytes two slots on, `name(node)` the short string there, `text(node, …)` the short
 * string behind it. Short strings lie as Solidity keeps them: text from the left, twice its length in the last byte.
 */
const RESOLVER: Hex = `0x${[
  '600435', // node
  '60003560e01c', // selector
  '80633b3b57de14604057', // addr: jump
  '8063f1cb7e0614604b57', // addr of a coin: jump
  '6359d1d43c14', // text: 1
  '0154', // sload(node + text)
  '6020600052', // offset
  '8060ff1660011c602052', // length
  '60ff1916604052', // text
  '60606000f3',
  '5b50546000526020 6000f3'.replace(' ', ''), // addr: sload(node)
  '5b50600201546040526020600052602060205260606000f3', // addr of any coin: 32 bytes, sload(node + 2)
].join('')}`;

export const MULTICALL3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Deploys Multicall3 at its usual address. */
export async function deployMulticall3(url: string, sender: string): Promise<void> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem'));
  const { multicall3Bytecode } = createRequire(import.meta.url)(join(viem, 'constants', 'contracts.js'));
  const { contractAddress } = await mineTransaction(url, {
    from: sender,
    data: multicall3Bytecode,
    gas: numberToHex(5_000_000),
  });
  const code = await chainRequest(url, 'eth_getCode', [contractAddress, 'latest']);
  await chainRequest(url, 'anvil_setCode', [MULTICALL3, code]);
}

/** Deploys a token, with balances in its smallest unit. */
export async function deployToken(
  url: string,
  token: string,
  balances: Record<string, bigint>,
): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [token, LOOKUP]);
  for (const [holder, amount] of Object.entries(balances))
    await store(url, token, pad(holder as Hex), amount);
}

export async function deployRefusing(url: string, address: string): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [address, REFUSING]);
}

export interface EnsRecord {
  /** The name that the address claims. */
  readonly address: string;
  readonly name: string;
  /** The address that the name resolves to. */
  readonly leadsTo: string;
  readonly avatar?: string;
  /** Its Solana address: 32 bytes. */
  readonly solana?: Hex;
}

/** Addresses of the contracts behind the universal resolver. */
const ENS_REGISTRY = '0x00000000000000000000000000000000000000e4';
const ENS_RECORDS = '0x00000000000000000000000000000000000000e5';
const ENS_OFFCHAIN = '0x00000000000000000000000000000000000000e6';

/** Deploys ENS with its universal resolver at an address. Names and avatars have at most 31 bytes. */
export async function deployEns(
  url: string,
  universalResolver: string,
  records: readonly EnsRecord[],
): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [ENS_REGISTRY, LOOKUP]);
  await chainRequest(url, 'anvil_setCode', [ENS_RECORDS, RESOLVER]);
  await chainRequest(url, 'anvil_setCode', [universalResolver, ensCode.universalResolver]);
  await store(url, universalResolver, FIRST_SLOT, BigInt(ENS_REGISTRY));
  for (const { address, name, leadsTo, avatar, solana } of records) {
    const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
    const node = namehash(name);
    for (const known of [reverse, node]) await store(url, ENS_REGISTRY, known, BigInt(ENS_RECORDS));
    await store(url, ENS_RECORDS, reverse, shortString(name));
    await store(url, ENS_RECORDS, node, BigInt(leadsTo));
    if (avatar !== undefined)
      await store(url, ENS_RECORDS, numberToHex(BigInt(node) + 1n, { size: 32 }), shortString(avatar));
    if (solana !== undefined)
      await store(url, ENS_RECORDS, numberToHex(BigInt(node) + 2n, { size: 32 }), BigInt(solana));
  }
}

/**
 * Moves the records below some names to a CCIP-Read server. Call `deployEns` first.
 *
 * @param server - At most 31 bytes.
 */
export async function deployOffchainNames(
  url: string,
  names: readonly string[],
  server: string,
): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [ENS_OFFCHAIN, ensCode.offchainResolver]);
  await store(url, ENS_OFFCHAIN, FIRST_SLOT, shortString(server));
  for (const name of names) await store(url, ENS_REGISTRY, namehash(name), BigInt(ENS_OFFCHAIN));
}

/** Deploys a universal resolver that refers every call to a server, without end. `server`: at most 31 bytes. */
export async function deployEndlessEns(
  url: string,
  universalResolver: string,
  server: string,
): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [universalResolver, ensCode.endlessResolver]);
  await store(url, universalResolver, FIRST_SLOT, shortString(server));
}

function shortString(text: string): bigint {
  const bytes = stringToHex(text, { size: 31 });
  return (BigInt(bytes) << 8n) + BigInt(Buffer.byteLength(text) * 2);
}

async function store(url: string, contract: string, slot: Hex, value: bigint): Promise<void> {
  await chainRequest(url, 'anvil_setStorageAt', [contract, slot, numberToHex(value, { size: 32 })]);
}
