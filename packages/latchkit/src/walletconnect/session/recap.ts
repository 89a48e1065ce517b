import { utf8ToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';
import { guards } from '../wire/guards.js';
import type { AuthPayload } from './Cacao.js';

const PREFIX = 'urn:recap:';
const { anything, listOf, recordOf, shape, text } = guards;

const recap = shape({ att: recordOf(recordOf(listOf(anything))) });
const limits = shape({}, { chains: listOf(text(72), 300) });

/** What a recap lets the page ask for on EVM: methods, and the chains where it says which. */
export interface Grant {
  readonly methods: readonly string[];
  readonly chains: readonly string[];
}

/** Adds to a sign-in request that the page wants these methods: as its last resource, a recap (ERC-5573). */
export function addRecap(payload: AuthPayload, methods: readonly string[]): AuthPayload {
  if (methods.length === 0) return payload;
  const abilities = [...new Set(methods)].sort().map(method => [`request/${method}`, [{}]]);
  return { ...payload, resources: [...(payload.resources ?? []), writeRecap(Object.fromEntries(abilities))] };
}

/** A recap for EVM, as a resource. */
export function writeRecap(abilities: Readonly<Record<string, readonly unknown[]>>): string {
  return PREFIX + base64.encodeUrl(utf8ToBytes(JSON.stringify({ att: { eip155: abilities } })));
}

/** What the recap among the resources of a signed message, its last one, lets the page ask for. */
export function readGrant(resources: readonly string[] | undefined): Grant | undefined {
  const last = resources?.at(-1);
  if (!last?.startsWith(PREFIX)) return undefined;
  try {
    const bytes = base64.decodeUrl(last.slice(PREFIX.length));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const abilities = recap(value) ? value.att.eip155 : undefined;
    if (!abilities) return undefined;
    const names = Object.keys(abilities).filter(name => name.startsWith('request/'));
    const chains = Object.values(abilities)
      .flat()
      .flatMap(limit => (limits(limit) ? (limit.chains ?? []) : []));
    return { methods: names.map(name => name.slice('request/'.length)), chains: [...new Set(chains)] };
  } catch {
    return undefined;
  }
}

/** What a recap says in words, at the end of the statement that is signed (ERC-5573). */
export function recapStatement({ methods }: Grant): string {
  const named = [...methods].sort().map(method => `'${method}'`);
  return `I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': ${named.join(', ')} for 'eip155'.`;
}
