import { describe, expect, it } from 'vitest';
import { COIN, readMoves } from './readMoves.js';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe';
const BASE_TOKEN = '0x000000000000000000000000000000000000800A';
const BOOTLOADER = '0x0000000000000000000000000000000000008001';
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const logOf = (address: string, from: string, to: string, amount: bigint) => ({
  address,
  topics: [TRANSFER, topicOf(from), topicOf(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
});

describe('readMoves', () => {
  const traced = logOf(COIN, OWN, OTHER, 5n);
  const logged = logOf(SYSTEM, OWN, OTHER, 5n);
  const out = { out: 5n, in: 0n };

  it.each([
    ['traced', 'eip155:11155111', [traced], out],
    ['logged by the chain', 'eip155:11155111', [logged], out],
    ['both', 'eip155:1', [logged, traced], out],
    ['both, twice', 'eip155:1', [logged, traced, traced, logged], { out: 10n, in: 0n }],
    [
      'logged with fees',
      'eip155:324',
      [
        logOf(BASE_TOKEN, OWN, BOOTLOADER, 9n),
        logOf(BASE_TOKEN, OWN, OTHER, 5n),
        logOf(BASE_TOKEN, BOOTLOADER, OWN, 4n),
      ],
      out,
    ],
  ])('counts native movements that are %s once, as the currency (RV-12)', (_, chainId, logs, move) => {
    expect(readMoves(logs, OWN, chainId)).toEqual([move]);
  });

  it('shows what a contract logs at such an address of another chain as a token (RV-12)', () => {
    expect(readMoves([logged], OWN, 'eip155:137')).toEqual([{ ...out, token: SYSTEM }]);
  });
});
