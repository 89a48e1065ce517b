import { type TypedDataDefinition, validateTypedData } from 'viem';
import * as z from 'zod/mini';

const name = z.string().check(z.regex(/^[A-Za-z_$][\w$]{0,99}$/));
const members = z.array(
  z.strictObject({ name, type: z.string().check(z.regex(/^[\w$]{1,100}(\[\d*\])*$/)) }),
);
const record = z.record(z.string(), z.unknown());
const schema = z.strictObject({
  types: z.record(name, members.check(z.maxLength(64))),
  primaryType: name,
  domain: record,
  message: record,
});

/** EIP-712 typed data reduced to what is signed; other input from the page is dropped. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The values of a struct by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** The type of each possible domain field, in EIP-712 order. */
const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Parses typed data strictly, from JSON or an object: every field of every type must exist with its type. Fields that no type
 * names are not signed and are dropped.
 *
 * @returns undefined for invalid typed data.
 */
export function readTypedData(given: unknown): TypedData | undefined {
  const parsed = schema.safeParse(typeof given === 'string' ? parseJson(given) : given);
  if (!parsed.success) return undefined;
  const { primaryType, domain, message } = parsed.data;
  const fields = DOMAIN.filter(field => domain[field.name] !== undefined);
  const types = { ...parsed.data.types, EIP712Domain: parsed.data.types.EIP712Domain ?? fields };
  // A domain field that its type does not name would be shown but not signed.
  const isDomainWhole =
    types.EIP712Domain.length === Object.keys(domain).length &&
    types.EIP712Domain.every(own => DOMAIN.some(one => one.name === own.name && one.type === own.type));
  if (!isDomainWhole || primaryType === 'EIP712Domain' || !Object.hasOwn(types, primaryType)) {
    return undefined;
  }
  try {
    const typed = {
      types,
      primaryType,
      domain: pick(types, 'EIP712Domain', domain, 0) as TypedData['domain'],
      message: pick(types, primaryType, message, 0) as TypedData['message'],
    };
    validateTypedData(typed as unknown as TypedDataDefinition);
    return typed;
  } catch {
    return undefined;
  }
}

/** Maximum nesting of structs. */
const DEPTH = 16;

/** Picks the fields that a type names, in the type's order. @throws TypeError if a field is missing. */
function pick(types: TypedData['types'], type: string, value: unknown, depth: number): unknown {
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list !== null) {
    const [, item = '', length = ''] = list;
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw new TypeError(type);
    return value.map(one => pick(types, item, one, depth));
  }
  if (!Object.hasOwn(types, type)) return plain(type, value);
  if (typeof value !== 'object' || value === null || depth >= DEPTH) throw new TypeError(type);
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    (types[type] ?? []).map(({ name, type: own }) => {
      if (!Object.hasOwn(given, name)) throw new TypeError(name);
      return [name, pick(types, own, given[name], depth + 1)];
    }),
  );
}

/** Validates a value that is not a struct: it must match its type and have only one notation. */
function plain(type: string, value: unknown): unknown {
  if (type === 'string' && typeof value === 'string') return value;
  if (type === 'bool' && typeof value === 'boolean') return value;
  if (/^(address|bytes\d*)$/.test(type) && typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) {
    if (value.length % 2 === 0) return value.toLowerCase();
  }
  if (/^u?int\d*$/.test(type) && isWhole(value)) return BigInt(value).toString();
  throw new TypeError(type);
}

function isWhole(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && /^(-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
