import { chainRequest } from './chainRequest.js';

/** Metadata of a demo token. */
export interface DemoTokenOptions {
  /** At most 32 bytes. Default 'Demo Dollar'. */
  readonly name?: string;
  /** At most 32 bytes. Default 'DMD'. */
  readonly symbol?: string;
  /** Default 6. */
  readonly decimals?: number;
}

/** Address at which `npm start` installs its token on both development chains. */
export const DEMO_TOKEN_ADDRESS = '0xD011a70000000000000000000000000000000000';

/**
 * Installs an ERC-20 token at a given address of an anvil chain, and credits accounts. An overdraft reverts with
 * 'insufficient balance'. It supports only `transfer`, `balanceOf`, `name`, `symbol` and `decimals`.
 *
 * @param url JSON-RPC URL of an anvil.
 * @param holders base units by address.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
export async function installDemoToken(
  url: string,
  holders: Readonly<Record<string, bigint>>,
  options: DemoTokenOptions & { readonly address?: string } = {},
): Promise<void> {
  const address = options.address ?? DEMO_TOKEN_ADDRESS;
  await chainRequest(url, 'anvil_setCode', [address, demoTokenCode(options)]);
  for (const [holder, amount] of Object.entries(holders)) {
    await chainRequest(url, 'anvil_setStorageAt', [
      address,
      `0x${word(BigInt(holder))}`,
      `0x${word(amount)}`,
    ]);
  }
}

/** An instruction or bytes of the code; `@name` is a label's address, `:name` the label. */
type Part = string;

/** The token's code. An account's balance is stored in the slot of its address. */
export function demoTokenCode({
  name = 'Demo Dollar',
  symbol = 'DMD',
  decimals = 6,
}: DemoTokenOptions = {}): string {
  return assemble([
    '5f3560e01c', // the selector
    ...jumpOn('70a08231', 'balanceOf'),
    ...jumpOn('a9059cbb', 'transfer'),
    ...jumpOn('313ce567', 'decimals'),
    ...jumpOn('95d89b41', 'symbol'),
    ...jumpOn('06fdde03', 'name'),
    '5f5ffd', // anything else reverts
    ':balanceOf',
    '600435545f5260205ff3',
    ':decimals',
    `60${decimals.toString(16).padStart(2, '0')}5f5260205ff3`,
    ':symbol',
    ...answerText(symbol),
    ':name',
    ...answerText(name),
    ':transfer',
    '602435335410', // balance of the caller < amount
    '@short',
    '57',
    '60243580335403335560043580548201905550', // take from the caller, give to the receiver
    '6024355f52', // Transfer(caller, receiver, amount)
    '60043533',
    '7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    '60205fa3',
    '60015f5260205ff3', // true
    ':short',
    ...revertWith('insufficient balance'),
  ]);
}

function jumpOn(selector: string, label: string): Part[] {
  return ['80', `63${selector}`, '14', `@${label}`, '57'];
}

/** Returns an ABI-encoded text of at most 32 bytes. */
function answerText(text: string): Part[] {
  const { length, padded } = textWord(text);
  return ['60205f52', `60${length}602052`, `7f${padded}604052`, '60605ff3'];
}

/** Reverts with Error(string). */
function revertWith(text: string): Part[] {
  const { length, padded } = textWord(text);
  return ['6308c379a060e01b5f52', '6020600452', `60${length}602452`, `7f${padded}604452`, '60645ffd'];
}

function textWord(text: string): { length: string; padded: string } {
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length > 32) throw new TypeError('A text of a demo token has at most 32 bytes.');
  const digits = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('');
  return { length: bytes.length.toString(16).padStart(2, '0'), padded: digits.padEnd(64, '0') };
}

/** Assembles the parts; label addresses take two bytes, and every label is a jump destination. */
function assemble(parts: readonly Part[]): string {
  const places = new Map<string, number>();
  let at = 0;
  for (const part of parts) {
    if (part.startsWith(':')) places.set(part.slice(1), at);
    at += part.startsWith(':') ? 1 : part.startsWith('@') ? 3 : part.length / 2;
  }
  const code = parts.map(part => {
    if (part.startsWith(':')) return '5b';
    if (!part.startsWith('@')) return part;
    return `61${(places.get(part.slice(1)) ?? 0).toString(16).padStart(4, '0')}`;
  });
  return `0x${code.join('')}`;
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
