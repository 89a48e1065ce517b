import { utf8ToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';
import { guards } from '../wire/guards.js';
import type { AuthPayload } from './Cacao.js';

const PREFIX = 'urn:recap:';
const { anything, listOf, recordOf, shape, text } = guards;

const recap = shape({ att: recordOf(recordOf(listOf(anything))) });
const limits = shape({}, { chains: listOf(text(72), 300) });

/** What a recap allows the page to request on EVM: methods and, if given, chains. */
export interface Grant {
  readonly methods: readonly string[];
  readonly chains: readonly string[];
}

/** Adds a recap for these methods to a sign-in request, as its last resource (ERC-5573). */
export function addRecap(payload: AuthPayload, methods: readonly string[]): AuthPayload {
  if (methods.length === 0) return payload;
  const abilities = [...new Set(methods)].sort().map(method => [`request/${method}`, [{}]]);
  return { ...payload, resources: [...(payload.resources ?? []), writeRecap(Object.fromEntries(abilities))] };
}

/** Encodes a recap for EVM as a resource URI. */
export function writeRecap(abilities: Readonly<Record<string, readonly unknown[]>>): string {
  return PREFIX + base64.encodeUrl(utf8ToBytes(JSON.stringify({ att: { eip155: abilities } })));
}

/** Reads what a signed message's recap, its last resource, allows the page to request. */
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

/** Returns the recap in words, for the end of the signed statement (ERC-5573). */
export function recapStatement({ methods }: Grant): string {
  const named = [...methods].sort().map(method => `'${method}'`);
  return `I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': ${named.join(', ')} for 'eip155'.`;
}
