import { isRecord } from '../../core/adapter/untrusted.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import type { BitcoinNetworkName } from '../account/bitcoinChains.js';

/** Codes with which wallets say that the visitor refused: EIP-1193's, and that of sats-connect. */
const REFUSALS: ReadonlySet<unknown> = new Set([4001, -32000]);

/** A wallet's refusal in the form of EIP-1193, whatever form the wallet uses. */
const refusal = (cause: unknown) =>
  Object.assign(new Error('The visitor refused the request.', { cause }), { code: 4001 });

/** Returns an error for a wallet's own one, which may be any value. */
function asError(cause: unknown): Error {
  const { code, message } = isRecord(cause) ? cause : { code: undefined, message: cause };
  if (REFUSALS.has(typeof code === 'string' ? Number(code) : code)) return refusal(cause);
  if (cause instanceof Error) return cause;
  return new Error(typeof message === 'string' ? message : 'The wallet failed.', { cause });
}

/**
 * Calls a method of a wallet and returns its result. Wallets throw, reject or answer with errors, in JSON-RPC 2.0 or bare.
 *
 * @throws An Error, with code 4001 for a refusal.
 */
export async function callWallet(
  provider: unknown,
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  try {
    const run = (provider as Partial<Record<string, unknown>>)[method];
    if (typeof run !== 'function') throw new Error(`The wallet has no ${method}.`);
    return await run.apply(provider, args);
  } catch (cause) {
    throw asError(isRecord(cause) && isRecord(cause.error) ? cause.error : cause);
  }
}

/** Whether a wallet has a method. */
export function hasMethod(provider: unknown, method: string): boolean {
  return attempt(() => typeof (provider as Partial<Record<string, unknown>>)[method]) === 'function';
}

/** For wallets whose requests name no network. @throws REQUEST_FAILED if the wallet is on another network than the page asks for. */
export function requireNetwork(current: BitcoinNetworkName | undefined, wanted: BitcoinNetworkName): void {
  if (current !== wanted)
    throw createError('REQUEST_FAILED', { details: 'The wallet is on another network.' });
}

/** Sends a JSON-RPC request to a wallet (WBIP 004) and returns the result. @throws As {@link callWallet}. */
export async function requestOf(
  provider: unknown,
  method: string,
  params?: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await callWallet(provider, 'request', method, ...(params === undefined ? [] : [params]));
  if (isRecord(answer) && (answer.error || answer.status === 'error')) throw asError(answer.error);
  const result = isRecord(answer) && 'result' in answer ? answer.result : answer;
  if (Array.isArray(result)) return { addresses: result };
  if (isRecord(result)) return result;
  return {};
}

/** @throws If a wallet's answer is not a text. */
export function textIn(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`The wallet answered no ${what}.`);
}

/** Converts base64 to hex. */
export function toHex(text: string): string {
  return Array.from(base64.decode(text), byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns bytes that a wallet answered as hex or as base64, in base64. @throws If they are neither. */
export function toBase64(text: string): string {
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    return base64.encode(Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16)));
  }
  return base64.encode(base64.decode(text));
}

/**
 * Subscribes to events of a wallet; returns a function that unsubscribes. Wallets return such a function, or have a method for
 * it.
 */
export function listen(provider: unknown, events: readonly string[], listener: () => void): () => void {
  const holder = provider as Partial<Record<string, unknown>>;
  const add = holder.addListener ?? holder.on;
  if (typeof add !== 'function') return () => {};
  const stops = events.map(event => {
    const stop: unknown = attempt(() => add.call(provider, event, listener));
    if (typeof stop === 'function') return stop;
    const remove = holder.removeListener ?? holder.off;
    return () => typeof remove === 'function' && remove.call(provider, event, listener);
  });
  return () => {
    for (const stop of stops) attempt(() => stop());
  };
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}
