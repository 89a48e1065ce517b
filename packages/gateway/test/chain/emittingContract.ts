import { concatHex, type Hex, numberToHex, pad, size, stringToHex } from 'viem';
import { chainRequest } from './minimalContracts.js';

/** Topics of `Transfer`, `TransferSingle`, `TransferBatch` and `Approval`. */
export const EVENTS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b3224f5b1b2a0f4b5d3c85',
} as const;

const bytes = (hex: string) => hex.length / 2;
const byte = (value: number) => value.toString(16).padStart(2, '0');

/**
 * A fake token: it logs its call data, `selector | number of topics (3 or 4) | topics | data`, and returns `name`, `symbol`
 * and `decimals` from the storage at their selectors.
 */
function emitter(): Hex {
  const four = '60a436038060a45f3760843560643560443560243584 5fa400'.replace(' ', '');
  const three = '5b608436038060845f3760643560443560243583 5fa300'.replace(' ', '');
  const head = 7 + 9;
  const atThree = head + bytes(four);
  const atMeta = atThree + bytes(three);
  const text = '5460205f528060ff1660011c60205260ff191660405260605ff3';
  const meta = '5b5f3560e01c8063313ce5671460';
  const atDecimals = atMeta + bytes(meta) + 2 + bytes(text);
  return `0x${[
    `36600414 60${byte(atMeta)}57`.replace(' ', ''),
    `600435600314 60${byte(atThree)}57`.replace(' ', ''),
    four,
    three,
    `${meta}${byte(atDecimals)}57`,
    text,
    '5b545f5260205ff3',
  ].join('')}`;
}

/** Deploys such a contract. */
export async function deployEmitter(
  url: string,
  address: string,
  { name, symbol, decimals }: { readonly name: string; readonly symbol: string; readonly decimals: number },
): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [address, emitter()]);
  const store = (selector: Hex, value: Hex) =>
    chainRequest(url, 'anvil_setStorageAt', [address, pad(selector, { size: 32 }), value]);
  const short = (text: string) =>
    concatHex([stringToHex(text, { size: 31 }), numberToHex(text.length * 2, { size: 1 })]);
  await store('0x06fdde03', short(name));
  await store('0x95d89b41', short(symbol));
  await store('0x313ce567', numberToHex(decimals, { size: 32 }));
}

/** Encodes the call that makes the contract emit this log. */
export function emitting(selector: Hex, topics: readonly Hex[], data: Hex = '0x'): Hex {
  if (size(selector) !== 4) throw new Error('A selector has 4 bytes');
  const words = topics.map(topic => pad(topic, { size: 32 }));
  return concatHex([selector, numberToHex(topics.length, { size: 32 }), ...words, data]);
}
