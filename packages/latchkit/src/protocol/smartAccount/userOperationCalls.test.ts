import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  parseAbiParameters,
  size,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';
import {
  type AccountCall,
  accountShapeOf,
  encodeAccountCalls,
  readAccountCalls,
} from './userOperationCalls.js';

const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
]);

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CALLS: readonly AccountCall[] = [
  { to: TO, value: 5n, data: '0x' },
  { to: SMART_ACCOUNT_V1.entryPoint, value: 2n ** 255n, data: '0x12345678' },
  { to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', value: 0n, data: `0x${'ab'.repeat(100)}` },
];

function packed(calls: readonly AccountCall[], operation = 0): Hex {
  const transactions = calls.map(({ to, value, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [operation, to, value, BigInt(size(data)), data],
    ),
  );
  return encodeFunctionData({ abi, functionName: 'multiSend', args: [concatHex(transactions)] });
}

function execute(to: Hex, data: Hex, operation: number, value = 0n): Hex {
  const args = [to, value, data, operation] as const;
  return encodeFunctionData({ abi, functionName: 'executeUserOpWithErrorString', args });
}

describe('encodeAccountCalls', () => {
  it('encodes as another encoder does', () => {
    expect(encodeAccountCalls(CALLS)).toBe(execute(SMART_ACCOUNT_V1.multiSendCallOnly, packed(CALLS), 1));
    expect(encodeAccountCalls(CALLS.slice(0, 1))).toBe(execute(TO, '0x', 0, 5n));
  });

  it('refuses no calls, and more than 40', () => {
    expect(() => encodeAccountCalls([])).toThrow(RangeError);
    expect(() =>
      encodeAccountCalls(Array.from({ length: 41 }, () => ({ to: TO, value: 0n, data: '0x' }))),
    ).toThrow();
  });
});

describe('readAccountCalls', () => {
  it('reads what was encoded, by either function of the module', () => {
    for (const calls of [CALLS, CALLS.slice(1), CALLS.slice(0, 1)]) {
      expect(readAccountCalls(encodeAccountCalls(calls))).toEqual(calls);
    }
    const args = [TO, 5n, '0x', 0] as const;
    expect(readAccountCalls(encodeFunctionData({ abi, functionName: 'executeUserOp', args }))).toEqual(
      CALLS.slice(0, 1),
    );
  });

  it('reads no other delegate call, and nothing that is cut off', () => {
    const { multiSend, multiSendCallOnly } = SMART_ACCOUNT_V1;
    const whole = encodeAccountCalls(CALLS);
    const refused: readonly Hex[] = [
      '0x',
      '0x12345678',
      execute(TO, '0x1234', 1),
      execute(multiSend, packed(CALLS), 1),
      execute(multiSendCallOnly, packed(CALLS, 1), 1),
      execute(multiSendCallOnly, packed(CALLS), 1, 1n),
      execute(multiSendCallOnly, packed([]), 1),
      execute(multiSendCallOnly, '0x12345678', 1),
      execute(
        multiSendCallOnly,
        packed(Array.from({ length: 41 }, () => ({ to: TO, value: 0n, data: '0x' }))),
        1,
      ),
      execute(TO, '0x', 2),
    ];
    for (const data of refused) expect(readAccountCalls(data)).toBeUndefined();
    for (let end = 10; end < whole.length - 2 * WORD; end += 66) {
      expect(readAccountCalls(whole.slice(0, end))).toBeUndefined();
    }
  });
});

describe('the calls of a modular account', () => {
  const modular = parseAbi(['function execute(bytes32 mode, bytes content)']);
  const execute7579 = (mode: string, content: Hex) =>
    encodeFunctionData({
      abi: modular,
      functionName: 'execute',
      args: [mode.padEnd(66, '0') as Hex, content],
    });
  const batch = encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [CALLS]);
  const single = encodePacked(['address', 'uint256', 'bytes'], [TO, 5n, '0x1234']);

  it('are encoded as ERC-7579 has them, and read', () => {
    const one: AccountCall = { to: TO, value: 5n, data: '0x1234' };
    expect(encodeAccountCalls(CALLS, 'modular')).toBe(execute7579('0x01', batch));
    expect(encodeAccountCalls([one], 'modular')).toBe(execute7579('0x', single));
    expect(readAccountCalls(execute7579('0x01', batch))).toEqual(CALLS);
    expect(readAccountCalls(execute7579('0x', single))).toEqual([one]);
    expect(accountShapeOf(encodeAccountCalls(CALLS))).toBe('safe');
    expect(accountShapeOf(encodeAccountCalls(CALLS, 'modular'))).toBe('modular');
  });

  it('are not read in other modes, nor when something is cut off or added', () => {
    const whole = execute7579('0x01', batch);
    const refused: Hex[] = [
      execute7579('0xff', single),
      execute7579('0x0101', batch),
      execute7579('0x0001', single),
      execute7579('0x01', single),
      execute7579('0x', '0x1234'),
      `${whole}00`,
    ];
    for (let end = 10; end < whole.length; end += 66) refused.push(whole.slice(0, end) as Hex);
    for (const data of refused) expect(readAccountCalls(data)).toBeUndefined();
  });
});

/** Digits of the word that fills up the last bytes. */
const WORD = 64;
