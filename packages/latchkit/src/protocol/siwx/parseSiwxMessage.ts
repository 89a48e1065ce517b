import type { ChainId, ChainNamespace } from '../caip.js';
import { CHAIN_NAMES } from './chainNames.js';
import { checkedMessage, invalidMessage } from './checkedMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';
import { parseSolanaChainName } from './solanaChainName.js';

/** Reads lines in order. */
interface LineReader {
  /** Returns the next line without consuming it; undefined at the end. */
  peek(ahead?: number): string | undefined;
  /** Consumes the next line, which must equal `line`. */
  expect(line: string): void;
  /** Consumes the next line, which must start with `label`, and returns the rest of it. */
  field(label: string): string;
  /** The same for an optional line. */
  optional(label: string): string | undefined;
}

/**
 * Parses the text that a wallet signed, strictly by the grammar of ERC-4361: every line in its place, with nothing added or
 * changed. {@link formatSiwxMessage} converts the result back to the same text, except that on Solana several spellings of a
 * chain and of a missing statement are accepted.
 *
 * @param namespace - The account's namespace; the text must name it.
 * @throws INVALID_SIWX_MESSAGE with the reason as `details`.
 */
export function parseSiwxMessage(text: string, namespace: ChainNamespace): SiwxMessage {
  const lines = readLines(text);
  const origin = readOrigin(lines, namespace);
  const accountAddress = lines.field('');
  lines.expect('');
  const statement = readStatement(lines, namespace);
  return checkedMessage({
    ...origin,
    accountAddress,
    statement,
    uri: lines.field('URI: '),
    version: lines.field('Version: '),
    chainId: toChainId(lines.field('Chain ID: '), namespace),
    nonce: lines.field('Nonce: '),
    issuedAt: lines.field('Issued At: '),
    expirationTime: lines.optional('Expiration Time: '),
    notBefore: lines.optional('Not Before: '),
    requestId: lines.optional('Request ID: '),
    resources: readResources(lines),
  });
}

function readLines(text: string): LineReader {
  const lines = text.split('\n');
  let at = 0;
  const reader: LineReader = {
    peek: (ahead = 0) => lines[at + ahead],
    expect(line) {
      if (lines[at] !== line) throw invalidMessage(`Line ${at + 1} is not '${line}'`);
      at += 1;
    },
    field(label) {
      const value = reader.optional(label);
      if (value === undefined) throw invalidMessage(`Line ${at + 1} does not begin with '${label}'`);
      return value;
    },
    optional(label) {
      const line = lines[at];
      if (line === undefined || !line.startsWith(label)) return undefined;
      at += 1;
      return line.slice(label.length);
    },
  };
  return reader;
}

function readOrigin(lines: LineReader, namespace: ChainNamespace) {
  const phrase = ` wants you to sign in with your ${CHAIN_NAMES[namespace]} account:`;
  const first = lines.field('');
  if (!first.endsWith(phrase)) throw invalidMessage(`The first line does not end with '${phrase.trim()}'`);
  const origin = first.slice(0, -phrase.length);
  const at = origin.indexOf('://');
  return at < 0 ? { domain: origin } : { scheme: origin.slice(0, at), domain: origin.slice(at + 3) };
}

/** Consumes the lines between the address and the fields. */
function readStatement(lines: LineReader, namespace: ChainNamespace): string | undefined {
  if (lines.peek() === '') {
    lines.expect('');
    return undefined;
  }
  // Solana wallets write one empty line if there is no statement; a statement is followed by an empty line.
  if (namespace === 'solana' && lines.peek(1) !== '') return undefined;
  const statement = lines.field('');
  lines.expect('');
  return statement;
}

function toChainId(name: string, namespace: ChainNamespace): ChainId {
  return namespace === 'solana' ? parseSolanaChainName(name) : `${namespace}:${name}`;
}

/** Consumes the list at the end of the text; nothing may follow it. */
function readResources(lines: LineReader): readonly string[] | undefined {
  if (lines.peek() === undefined) return undefined;
  lines.expect('Resources:');
  const resources: string[] = [];
  while (lines.peek() !== undefined) resources.push(lines.field('- '));
  return resources;
}
