import { numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { createChainClient } from './createChainClient.js';
import type { Reader } from './createReaders.js';
import { readFactor } from './readFactor.js';
import { toViemChain } from './toViemChain.js';

let anvil: Anvil;
let reader: Reader;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  reader = readerOf(anvil.url);
});
afterAll(() => anvil.stop());

const readerOf = (url: string) =>
  createChainClient(toViemChain(anvilNetwork({ chainId: 31_337, url })), url) as Reader;

/** Runs the rest of the code for `uiMultiplier()`, and answers everything else with 10^18. */
const answering = (rest: string) =>
  `0x60003560e01c63a60bf13d14602057670de0b6b3a764000060005260206000f35b${rest}`;
const returning = (value: bigint) => `7f${numberToHex(value, { size: 32 }).slice(2)}60005260206000f3`;

let at = 0;
async function tokenOf(code: string): Promise<string> {
  const address = `0x${(0x5ca1_0000 + ++at).toString(16).padStart(40, '0')}`;
  await anvil.request('anvil_setCode', [address, code]);
  return address;
}

describe('readFactor', () => {
  it.each([
    ['1.25', returning(1_250_000_000_000_000_000n)],
    [`0.${'0'.repeat(17)}1`, returning(1n)],
    [`${(2n ** 256n - 1n) / 10n ** 18n}.584007913129639935`, returning(2n ** 256n - 1n)],
  ])('reads %s (RV-26)', async (factor, rest) => {
    expect(await readFactor(reader, await tokenOf(answering(rest)))).toBe(factor);
  });

  it.each([
    ['answers 1', returning(10n ** 18n)],
    ['answers 0', returning(0n)],
    ['answers nothing', '00'],
    ['answers another length', '60406000f3'],
    ['reverts', '60006000fd'],
    ['ends with an invalid opcode', 'fe'],
    ['uses an opcode that does not exist', '0c'],
    ['jumps where nothing is', '600056'],
    ['takes from an empty stack', '50'],
  ])('takes a contract that %s for one that is not scaled (RV-26)', async (_, rest) => {
    expect(await readFactor(reader, await tokenOf(answering(rest)))).toBeUndefined();
  });

  it('says nothing of a token while the chain does not answer (RV-26)', async () => {
    await expect(readFactor(readerOf('http://127.0.0.1:1'), await tokenOf('0xfe'))).rejects.toThrow();
  });
});
