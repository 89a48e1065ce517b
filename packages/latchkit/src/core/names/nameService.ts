import { evmChainOf } from '../../protocol/accountName.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import {
  readNamesCall,
  type readNamesRequest,
  registerNameCall,
  type registerNameRequest,
  suggestNamesCall,
  type suggestNamesRequest,
} from '../../protocol/calls/project/names.js';
import type { ErrorCode } from '../../protocol/ErrorCode.js';
import { type NameOrder, nameOrderTypedData } from '../../protocol/gateway/nameOrders.js';
import type { NameSuggestions } from '../../protocol/gateway/profile.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import type { TypedData } from '../adapter/ChainAdapter.js';
import { cleanName } from '../adapter/untrusted.js';
import { callGateway } from '../kernel/callGateway.js';
import { gatewayClock } from '../kernel/gatewayClock.js';
import { gatewayOrigin } from '../kernel/gatewayUrl.js';
import { getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { readNameRefusal } from './readNameRefusal.js';

/** How long the names of an address are cached, in ms. */
const FRESH_MS = 5 * 60_000;

/** The names of an address, and what a new one ends with. */
export interface NamesOfAddress {
  /** With their suffix; an address has at most one. */
  readonly names: readonly string[];
  /** Undefined: the gateway registers no names. */
  readonly suffix: string | undefined;
  /** Origin of the gateway, which signed orders name; undefined without a gateway. */
  readonly gateway: string | undefined;
}

/** A name to register for an account. */
export interface NameToRegister {
  /** Coin type of the account's chain (ENSIP-11): 60 for Ethereum. */
  readonly coinType: number;
  readonly address: string;
  /** With its suffix. */
  readonly name: string;
  /** Text records of the name (ENSIP-5). Default none. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** An order about a name, to be signed by its account. */
export interface NameOrderToSign {
  /** JSON of the order's content, which the gateway reads. */
  readonly message: string;
  /** What the account signs: it names the gateway, the account, its chain and the project. */
  readonly typedData: TypedData;
}

/** A registration, as its account signed it. */
export interface SignedRegistration {
  /** Coin type of the account's chain (ENSIP-11): 60 for Ethereum. */
  readonly coinType: number;
  readonly address: string;
  /** JSON with `name` (with its suffix), `attributes` and `timestamp` in seconds: `message` of {@link prepareRegistration}. */
  readonly message: string;
  /** Of the typed data (EIP-712) of {@link prepareRegistration}; of a contract: ERC-1271 or ERC-6492. */
  readonly signature: string;
}

/**
 * Reads the names that are registered for an address; cached for 5 minutes.
 *
 * @throws NAMES_OF_ADDRESS_FAILED with the service's first reason as its message, else 'Error fetching names for address'; DESTROYED.
 *
 * @example
 * const { names } = await fetchNames(kit, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
 */
export async function fetchNames(kit: Latchkit, address: string): Promise<NamesOfAddress> {
  const code = 'NAMES_OF_ADDRESS_FAILED';
  const read = () =>
    callGateway<typeof readNamesRequest>(kit, readNamesCall, {
      params: { address },
      readRefusal: readNameRefusal(code),
    });
  const query = { queryKey: namesKey(address), queryFn: read, staleTime: FRESH_MS, gcTime: FRESH_MS };
  const { names, suffix, gateway } = await named(
    code,
    'Error fetching names for address',
    getQueryClient(kit).fetchQuery(query),
  );
  const shown = names.map(({ name }) => cleanName(name)).filter(name => name !== '');
  return { names: shown, suffix: suffix ?? undefined, gateway: gateway ?? gatewayOrigin(kit) };
}

/** Forgets the names of an address, because they have changed. */
export function forgetNames(kit: Latchkit, address: string): void {
  getQueryClient(kit).removeQueries({ queryKey: namesKey(address) });
}

const namesKey = (address: string) => ['names', address.toLowerCase()];

/**
 * Asks whether a name can be registered, and for names like it that can.
 *
 * @param name - Without its suffix.
 * @throws NAME_SUGGESTIONS_FAILED with the service's first reason as its message, else 'Error fetching name suggestions'; DESTROYED.
 *
 * @example
 * const { available, suggestions } = await suggestNames(kit, 'ada-lovelace');
 */
export async function suggestNames(kit: Latchkit, name: string): Promise<NameSuggestions> {
  const code = 'NAME_SUGGESTIONS_FAILED';
  const asked = callGateway<typeof suggestNamesRequest>(kit, suggestNamesCall, {
    params: { name },
    readRefusal: readNameRefusal(code),
  });
  const { suggestions, reason, ...found } = await named(code, 'Error fetching name suggestions', asked);
  return {
    ...found,
    reason: reason && cleanName(reason),
    suggestions: suggestions.map(one => ({ name: cleanName(one.name) })),
  };
}

/**
 * Prepares the registration of a name for an account to sign, with any wallet that signs typed data. Send it with {@link registerName}
 * within five minutes.
 *
 * @param registration - `name`: with its suffix.
 * @throws NAMES_OF_ADDRESS_FAILED; DESTROYED.
 *
 * @example
 * const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const order = { coinType: 60, address, name: 'ada-lovelace.example.com' };
 * const { message, typedData } = await prepareRegistration(kit, order);
 * const signature = await signTypedData(kit, { typedData });
 * await registerName(kit, { coinType: 60, address, message, signature });
 */
export async function prepareRegistration(
  kit: Latchkit,
  { name, attributes = {}, ...account }: NameToRegister,
): Promise<NameOrderToSign> {
  // The answer tells the gateway's time.
  await fetchNames(kit, account.address);
  const content = { name, attributes, timestamp: Math.floor(gatewayClock(kit).now() / 1_000) };
  return prepareNameOrder(kit, account, { action: 'register', ...content }, content);
}

/** Prepares an order about a name. @param content - What the gateway reads of it. */
export async function prepareNameOrder(
  kit: Latchkit,
  { coinType, address }: { readonly coinType: number; readonly address: string },
  order: NameOrder,
  content: object,
): Promise<NameOrderToSign> {
  const { gateway = '' } = await fetchNames(kit, address);
  const scope = {
    gateway,
    chainId: evmChainOf(coinType) ?? 0,
    account: address,
    project: kit.options.projectId ?? '',
  };
  return { message: JSON.stringify(content), typedData: nameOrderTypedData(order, scope) };
}

/**
 * Registers a name with a message that its account has signed. `registerAccountName` also asks the wallet to sign it.
 *
 * @returns the name, with its suffix.
 * @throws REGISTER_NAME_FAILED with the service's first reason as its message, else 'Error registering name' and the name; DESTROYED.
 *
 * @example
 * const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const order = { coinType: 60, address, name: 'ada-lovelace.example.com' };
 * const { message, typedData } = await prepareRegistration(kit, order);
 * const signature = await signTypedData(kit, { typedData });
 * await registerName(kit, { coinType: 60, address, message, signature });
 */
export async function registerName(kit: Latchkit, registration: SignedRegistration): Promise<string> {
  const { coinType: coin_type, address, message, signature } = registration;
  const code = 'REGISTER_NAME_FAILED';
  const asked = callGateway<typeof registerNameRequest>(kit, registerNameCall, {
    body: { coin_type, address, message, signature },
    readRefusal: readNameRefusal(code),
  });
  const shown = nameIn(message);
  const { name } = await named(code, registrationFailed(shown), asked);
  if (isEvmAddress(address)) forgetNames(kit, address);
  return cleanName(name ?? shown);
}

/** The message of an error without a reason of the service. */
export function registrationFailed(name: string): string {
  return `Error registering name ${name}`;
}

/** The name that a signed message is about, for errors. */
function nameIn(message: string): string {
  try {
    const { name } = JSON.parse(message) as { readonly name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** Passes on the service's reason, or else gives the error its fixed text. */
export async function named<Value>(code: ErrorCode, text: string, asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (cause) {
    if (isError(cause, code) || isError(cause, 'DESTROYED')) throw cause;
    throw new BaseError(code, text, { cause });
  }
}
