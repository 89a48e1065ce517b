import { readAccountCalls, SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { decodeEventLog, decodeFunctionData, type Hex } from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import type { Movement } from '../ChainTransaction.js';
import type { Log } from './readTransfers.js';

/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` of the entry point. */
export const OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/** The contract that runs user operations (ERC-4337). */
export const ENTRY_POINT = SMART_ACCOUNT_V1.entryPoint.toLowerCase();

/** The user operations (ERC-4337) of a transaction. */
export interface BundledOperations {
  /** Smart accounts with an operation. */
  readonly senders: readonly string[];
  /** Currency that operations moved. Only the calls of accounts with the shape of the embedded wallet's are known. */
  readonly movements: readonly Movement[];
}

/** Reads the user operations that the entry point reports for a transaction. */
export function readOperations(
  { to, input }: { readonly to: string | undefined; readonly input: string },
  logs: readonly Log[],
): BundledOperations {
  // Any contract can write the same log.
  const events = logs.flatMap(log => (log.address === ENTRY_POINT ? readEvent(log) : []));
  const succeeded = new Set(events.filter(({ success }) => success).map(keyOf));
  const calls = to === ENTRY_POINT && succeeded.size > 0 ? callsOf(input) : [];
  return {
    senders: [...new Set(events.map(({ sender }) => sender))],
    movements: calls.flatMap(call => (succeeded.has(keyOf(call)) ? call.movements : [])),
  };
}

interface OperationId {
  readonly sender: string;
  readonly nonce: bigint;
}

const keyOf = ({ sender, nonce }: OperationId) => `${sender}:${nonce}`;

function readEvent({ topics, data }: Log): readonly (OperationId & { readonly success: boolean })[] {
  if (topics[0] !== OPERATION) return [];
  try {
    const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex };
    const { args } = decodeEventLog({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', ...log });
    return [{ sender: args.sender.toLowerCase(), nonce: args.nonce, success: args.success }];
  } catch {
    // A chain can have another contract at this address, and its blocks must still be stored.
    return [];
  }
}

/** The currency that each operation of `handleOps` moves if it succeeds. */
function callsOf(input: string): readonly (OperationId & { readonly movements: readonly Movement[] })[] {
  const decoded = decode(input);
  if (decoded?.functionName !== 'handleOps') return [];
  return decoded.args[0].map(({ sender: given, nonce, callData }) => {
    const sender = given.toLowerCase();
    const movements = new Map<string, Movement>();
    for (const { to: receiver, value, data } of readAccountCalls(callData) ?? []) {
      if (value === 0n) continue;
      const to = receiver.toLowerCase();
      const isCall = data !== '0x';
      const key = `${to} ${isCall}`;
      // Several payments to one receiver are one.
      const amount = value + (movements.get(key)?.amount ?? 0n);
      movements.set(key, { kind: 'native', from: sender, to, amount, ...(isCall && { isCall }) });
    }
    return { sender, nonce, movements: [...movements.values()] };
  });
}

function decode(input: string) {
  try {
    return decodeFunctionData({ abi: entryPoint07Abi, data: input as Hex });
  } catch {
    return undefined;
  }
}
