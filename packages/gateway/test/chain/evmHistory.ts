import { encodeAbiParameters, type Hex, numberToHex, pad, parseAbiParameters, parseEther } from 'viem';
import type { ExpectedTransaction } from '../conformance/historyConformance.js';
import { deployEmitter, EVENTS, emitting } from './emittingContract.js';
import { chainRequest, deployRefusing, mineTransaction } from './minimalContracts.js';

const COIN = '0x5000000000000000000000000000000000000001';
const NFT = '0x5000000000000000000000000000000000000002';
const MULTI = '0x5000000000000000000000000000000000000003';
const REFUSES = '0x5000000000000000000000000000000000000004';
const ZERO = `0x${'0'.repeat(40)}` as const;
const BUSY = '0x6000000000000000000000000000000000000001';

/** Any function but those with a meaning of their own, then `approve` and `transfer`. */
const CALL = '0x12345678';
const APPROVE = '0x095ea7b3';
const TRANSFER = '0xa9059cbb';

const amount = (value: bigint) => numberToHex(value, { size: 32 });
const coin = (value: number) => amount(BigInt(value) * 10n ** 6n);
const single = parseAbiParameters('uint256 id, uint256 amount');
const batch = parseAbiParameters('uint256[] ids, uint256[] amounts');

/** The transactions of {@link makeEvmHistory}. */
export interface EvmHistory {
  readonly account: Hex;
  readonly expected: readonly ExpectedTransaction[];
  readonly busy: { readonly account: string; readonly count: number; more(): Promise<void> };
}

/** Sends one transaction of each kind between two accounts of a development chain. */
export async function makeEvmHistory(url: string): Promise<EvmHistory> {
  const [me, you, stranger] = (await chainRequest(url, 'eth_accounts')) as [Hex, Hex, Hex];
  await deployEmitter(url, COIN, { name: 'Gold coin', symbol: 'GOLD', decimals: 6 });
  await deployEmitter(url, NFT, { name: 'Kittens', symbol: 'KIT', decimals: 0 });
  await deployEmitter(url, MULTI, { name: 'Swords', symbol: 'SWORD', decimals: 0 });
  await deployRefusing(url, REFUSES);
  const send = (from: Hex, to: Hex | undefined, value: bigint, data: Hex = '0x') =>
    mineTransaction(url, {
      from,
      ...(to === undefined ? {} : { to }),
      value: numberToHex(value),
      data,
      gas: '0x100000',
    });
  const emit = (from: Hex, to: Hex, selector: Hex, topics: readonly Hex[], data?: Hex, value = 0n) =>
    send(from, to, value, emitting(selector, topics, data));

  await send(me, you, parseEther('1'));
  await send(you, me, parseEther('2'));
  await emit(you, COIN, CALL, [EVENTS.transfer, ZERO, me], coin(100));
  await emit(me, COIN, TRANSFER, [EVENTS.transfer, me, you], coin(40));
  await emit(you, NFT, CALL, [EVENTS.transfer, ZERO, me, amount(7n)]);
  await emit(you, MULTI, CALL, [EVENTS.single, you, you, me], encodeAbiParameters(single, [5n, 3n]));
  await emit(
    me,
    MULTI,
    CALL,
    [EVENTS.batch, me, me, you],
    encodeAbiParameters(batch, [
      [5n, 6n],
      [1n, 2n],
    ]),
  );
  await emit(me, COIN, APPROVE, [EVENTS.approval, me, you], coin(1));
  await send(me, REFUSES, 1n);
  await send(me, me, parseEther('3'));
  await emit(me, COIN, CALL, [EVENTS.transfer, COIN, me], coin(10), parseEther('0.5'));
  await emit(me, COIN, CALL, [EVENTS.transfer, me, ZERO], coin(5));
  await send(me, undefined, 0n, '0x5f5ff3');
  // A spammer's token logs a zero-value transfer from the account, to place the spammer's address into its history.
  await emit(stranger, COIN, CALL, [EVENTS.transfer, me, stranger], coin(0));
  // Logs that resemble transfers but are malformed.
  await emit(stranger, COIN, CALL, [EVENTS.transfer, stranger, me], '0x1234');
  await emit(stranger, MULTI, CALL, [EVENTS.batch, stranger, stranger, me], pad('0xff', { size: 32 }));
  await emit(me, COIN, CALL, [EVENTS.approval, me, you], coin(1));

  // Single and several transactions per block, so that pages also end within blocks.
  const count = 60;
  for (let index = 0; index < 20; index += 1) await send(you, BUSY, 1n);
  await chainRequest(url, 'evm_setAutomine', [false]);
  for (let index = 20; index < count; index += 1) {
    await chainRequest(url, 'eth_sendTransaction', [{ from: you, to: BUSY, value: '0x1', gas: '0x100000' }]);
  }
  await chainRequest(url, 'evm_mine');
  await chainRequest(url, 'evm_setAutomine', [true]);
  return {
    account: me,
    expected: [
      { operation: 'execute', moved: [] },
      { operation: 'deploy', moved: [] },
      { operation: 'burn', moved: ['out 5 GOLD'] },
      { operation: 'trade', moved: ['out 0.5 ETH', 'in 10 GOLD'] },
      { operation: 'send', moved: ['self 3 ETH'] },
      { operation: 'send', status: 'failed', moved: [] },
      { operation: 'approve', moved: [] },
      { operation: 'send', moved: ['out 1 Swords #5', 'out 2 Swords #6'] },
      { operation: 'receive', moved: ['in 3 Swords #5'] },
      { operation: 'mint', moved: ['in 1 Kittens #7'] },
      { operation: 'send', moved: ['out 40 GOLD'] },
      { operation: 'mint', moved: ['in 100 GOLD'] },
      { operation: 'receive', moved: ['in 2 ETH'] },
      { operation: 'send', moved: ['out 1 ETH'] },
    ],
    busy: {
      account: BUSY,
      count,
      async more() {
        await send(you, BUSY, 2n);
      },
    },
  };
}
