import { SMART_ACCOUNT_V1, SMART_SESSIONS } from 'latchkit/protocol';
import type { TypedDataDefinition } from 'viem';
import type { SigningRequest } from './SigningRequest.js';

/**
 * Types that order something of a smart account: Safe and its 4337 module, EntryPoint 0.7, and Smart Sessions, which takes the
 * account's signature (ERC-1271) for a session without limits. Read in erc7579/smartsessions `contracts/lib/HashLib.sol` and
 * @rhinestone/module-sdk 0.4.0 on 2026-11-30; those that end in EIP712 are of the versions before 1.0.
 */
const TYPES = new Set([
  'SafeTx',
  'SafeOp',
  'SafeMessage',
  'UserOperation',
  'PackedUserOperation',
  'EnableSessions',
  'SessionEIP712',
  'ChainSessionEIP712',
  'MultiChainSessionEIP712',
  'SignedPermissions',
  'SignedSession',
  'ChainSession',
  'MultiChainSession',
]);

/** Contracts that act for our smart accounts. */
const CONTRACTS = new Set(
  [SMART_ACCOUNT_V1.module, SMART_ACCOUNT_V1.setup, ...Object.values(SMART_SESSIONS)].map(address =>
    address.toLowerCase(),
  ),
);

/**
 * Whether a request would sign typed data that a smart account, or a contract that acts for it, takes for the account's own order.
 * The wallet makes such data itself; a page needs it only to empty the account.
 */
export function isAccountOrder({
  kind,
  payload,
  account,
}: Pick<SigningRequest, 'kind' | 'payload' | 'account'>): boolean {
  if (kind !== 'typedData') return false;
  const { domain, types, primaryType, message } = JSON.parse(payload) as TypedDataDefinition & Typed;
  const contract = String(domain?.verifyingContract).toLowerCase();
  // Smart Sessions' domain names neither a chain nor a contract.
  if (String(domain?.name).toLowerCase() === 'smartsession') return true;
  if (CONTRACTS.has(contract) || contract === account.toLowerCase()) return true;
  if (signedTypes(types, primaryType).some(name => TYPES.has(name))) return true;
  const namesContract = (value: unknown, type: string): boolean => {
    if (Array.isArray(value)) return value.some(one => namesContract(one, type.replace(/\[\d*\]$/, '')));
    if (type === 'address') return CONTRACTS.has(String(value).toLowerCase());
    if (typeof value !== 'object' || value === null || !Object.hasOwn(types, type)) return false;
    const given = value as Readonly<Record<string, unknown>>;
    return types[type]?.some(field => namesContract(given[field.name], field.type)) ?? false;
  };
  return namesContract(message, primaryType);
}

/** The signed structs of typed data: the primary type and all types that it refers to. */
export function signedTypes(types: Typed['types'], primaryType: string): readonly string[] {
  const names = [primaryType];
  for (const name of names) {
    for (const { type } of types[name] ?? []) {
      const plain = type.replace(/(\[\d*\])+$/, '');
      if (Object.hasOwn(types, plain) && !names.includes(plain)) names.push(plain);
    }
  }
  return names;
}

interface Typed {
  readonly domain?: { readonly name?: unknown; readonly verifyingContract?: unknown };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly message: unknown;
}
