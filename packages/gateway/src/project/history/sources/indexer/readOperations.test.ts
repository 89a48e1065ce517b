import { type AccountCall, encodeAccountCalls, SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { encodeAbiParameters, encodeFunctionData, type Hex, pad, parseAbiParameters, toHex } from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { describe, expect, it } from 'vitest';
import { OPERATION, readOperations } from './readOperations.js';

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [ACCOUNT, OTHER, RECEIVER, CONTRACT] = ['a', 'b', 'c', 'd'].map(address) as [Hex, Hex, Hex, Hex];
const ENTRY_POINT = SMART_ACCOUNT_V1.entryPoint.toLowerCase();

const operation = (sender: Hex, nonce: bigint, calls: readonly AccountCall[]) => ({
  ...({ sender, nonce, initCode: '0x', callData: encodeAccountCalls(calls) } as const),
  ...{ accountGasLimits: pad('0x1'), preVerificationGas: 1n, gasFees: pad('0x1') },
  ...({ paymasterAndData: '0x', signature: '0x' } as const),
});
const input = (...operations: ReturnType<typeof operation>[]) =>
  encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args: [operations, OTHER] });
const event = (sender: Hex, nonce: bigint, success: boolean, from = ENTRY_POINT) => ({
  address: from,
  topics: [OPERATION, pad('0x1'), pad(sender), pad('0x0')],
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [nonce, success, 1n, 1n]),
});
const send = (value: bigint): AccountCall => ({ to: RECEIVER, value, data: '0x' });

describe('readOperations', () => {
  it('reads the currency that a batch of a smart account moved', () => {
    const calls = [
      send(1n),
      send(3n),
      { to: CONTRACT, value: 2n, data: toHex('call') },
      { ...send(0n), data: '0x12' as Hex },
    ];
    expect(
      readOperations({ to: ENTRY_POINT, input: input(operation(ACCOUNT, 7n, calls)) }, [
        event(ACCOUNT, 7n, true),
      ]),
    ).toEqual({
      senders: [ACCOUNT],
      movements: [
        { kind: 'native', from: ACCOUNT, to: RECEIVER, amount: 4n },
        { kind: 'native', from: ACCOUNT, to: CONTRACT, amount: 2n, isCall: true },
      ],
    });
  });

  it('lists an operation that failed, and moves nothing by it', () => {
    const bundle = input(operation(ACCOUNT, 1n, [send(1n)]), operation(OTHER, 1n, [send(2n)]));
    const events = [event(ACCOUNT, 1n, false), event(OTHER, 1n, true)];
    expect(readOperations({ to: ENTRY_POINT, input: bundle }, events)).toEqual({
      senders: [ACCOUNT, OTHER],
      movements: [{ kind: 'native', from: OTHER, to: RECEIVER, amount: 2n }],
    });
  });

  it('believes only the entry point, and reads only its own input', () => {
    const bundle = input(operation(ACCOUNT, 1n, [send(1n)]));
    const nothing = { senders: [], movements: [] };
    expect(readOperations({ to: ENTRY_POINT, input: bundle }, [event(ACCOUNT, 1n, true, CONTRACT)])).toEqual(
      nothing,
    );
    const listed = { senders: [ACCOUNT], movements: [] };
    for (const call of [
      { to: CONTRACT, input: bundle },
      { to: ENTRY_POINT, input: '0x' },
      { to: ENTRY_POINT, input: bundle.slice(0, 300) },
    ])
      expect(readOperations(call, [event(ACCOUNT, 1n, true)])).toEqual(listed);
  });
});
