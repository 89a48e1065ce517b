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

/** Typed data of EIP-712, as far as it is signed: nothing else is left of what a page sent. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The values of a struct by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The type of each field that a domain may have, in the order of EIP-712. */
const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Reads typed data, as JSON or as an object, strictly: every field of every type has to be there, of its type, and what no type
 * names is not signed and is left out.
 *
 * @returns undefined for what is none.
 */
export function readTypedData(given: unknown): TypedData | undefined {
  const parsed = schema.safeParse(typeof given === 'string' ? parseJson(given) : given);
  if (!parsed.success) return undefined;
  const { primaryType, domain, message } = parsed.data;
  const fields = DOMAIN.filter(field => domain[field.name] !== undefined);
  const types = { ...parsed.data.types, EIP712Domain: parsed.data.types.EIP712Domain ?? fields };
  // A field of the domain that its type does not name would be shown, and not be signed.
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

/** Structs within each other that are followed. */
const DEPTH = 16;

/** What a type names of a value, in the type's order. @throws TypeError where something is missing. */
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

/** A value that is no struct: of what its type is, and one way to write it only. */
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
