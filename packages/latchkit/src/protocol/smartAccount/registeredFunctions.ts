import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { isTokenFunction, isTokenSelector } from './tokenFunctions.js';

type Hex = `0x${string}`;

/** Whether a text is a function's signature with the types that its selector is made of: `claim(uint256,(address,bool)[])`. */
export function isFunctionSignature(text: string): boolean {
  const widths = Array.from({ length: 32 }, (_, index) => (index + 1) * 8).join('|');
  const type = String.raw`(?:u?int(?:${widths})|bytes(?:[1-9]|[12]\d|3[0-2])?|address|bool|string)(?:\[\d*\])*`;
  const list = `(?:${type}(?:,${type})*)?`;
  const tuple = new RegExp(String.raw`\(${list}\)`, 'g');
  const start = text.indexOf('(');
  let parameters = text.slice(start + 1, -1);
  // A tuple counts as any other type, from the innermost one.
  for (let depth = 0; depth < MOST_TUPLES; depth += 1) parameters = parameters.replaceAll(tuple, 'bool');
  const whole = new RegExp(String.raw`^[A-Za-z_$][\w$]{0,63}\(${list}\)$`);
  return (
    text.length <= MOST_CHARACTERS &&
    whole.test(`${text.slice(0, start)}(${parameters})`) &&
    text.endsWith(')')
  );
}

/** Maximum nesting of tuples in a signature, and its maximum length. */
const MOST_TUPLES = 8;
const MOST_CHARACTERS = 300;

/** The selector of a function's signature. */
export const selectorOf = (signature: string): Hex =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`;

/** A function that the owner of a project registered, so that its pages may ask for the permission to call it. */
export const registeredFunction = z.strictObject({
  /** CAIP-2 id. */
  chainId: z.string().check(z.regex(/^eip155:[1-9]\d{0,31}$/)),
  contract: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  /** In Solidity notation: `claim(uint256)`. */
  function: z.string().check(z.refine(isFunctionSignature)),
  /** What users know the contract by. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
});

export type RegisteredFunction = z.infer<typeof registeredFunction>;

/** Maximum number of functions that a project registers. */
export const MAX_REGISTERED_FUNCTIONS = 100;

/** The functions of a project, who registered them, and the key that signs the operations of permissions as well. */
export const registeredFunctions = z.strictObject({
  /** Name of the project. */
  by: z.string().check(z.maxLength(200)),
  functions: z.array(registeredFunction).check(z.maxLength(MAX_REGISTERED_FUNCTIONS)),
  /** Address of the deployment's key. Without it, no permission is granted. */
  cosigner: z.optional(z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))),
});

export type RegisteredFunctions = z.infer<typeof registeredFunctions>;

/** Whether a registered function moves tokens without a limit, by its selector or its name, so that nobody may call it with a permission. */
export const movesTokens = ({ function: signature }: Pick<RegisteredFunction, 'function'>): boolean =>
  isTokenFunction(signature) || isTokenSelector(selectorOf(signature));

/** What permissions on a chain may be for. */
export interface PermittedFunctions {
  readonly chainId: string;
  /** Those of the project, on any chain. */
  readonly functions: readonly RegisteredFunction[];
  /** Address of the deployment's key, which signs each operation of a permission as well. Default: none, and no permission is granted. */
  readonly cosigner?: string | undefined;
}

/** Finds the registered function that has a selector of a contract. */
export function findRegistered(
  { chainId, functions }: PermittedFunctions,
  { target, selector }: { readonly target: string; readonly selector: string },
): RegisteredFunction | undefined {
  return functions.find(
    one =>
      one.chainId === chainId &&
      one.contract.toLowerCase() === target.toLowerCase() &&
      selectorOf(one.function) === selector.toLowerCase() &&
      !movesTokens(one),
  );
}
