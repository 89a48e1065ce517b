import { encodeFunctionData, type Hex, parseAbi, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { chainTokens } from '../../chains/createTokenList.js';
import { contextOf, OTHER, OWN, TOKEN } from '../model/reviewContext.test-support.js';
import { reviewSequence } from './reviewSequence.js';

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 start, uint256 end, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);
const EXCHANGE = '0x28C6c06298d514Db089934071355E5743bf21d60';
const WORD: Hex = `0x${'00'.repeat(32)}`;

const listed = { address: TOKEN, name: 'USD Coin', symbol: 'USDC', decimals: 6 };
const sent = (data: Hex, nonce: number) =>
  serializeTransaction({ type: 'eip1559', chainId: 1, nonce, to: TOKEN, data, gas: 60_000n });
const amount = (number: string) => ({ amount: { number }, token: 'USDC' });

describe('reviewSequence', () => {
  // Income from another account needs an allowance, or a signature, that its giver can take back after the review.
  it.each([
    [
      'transferFrom',
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [EXCHANGE, OWN, 5_000_000_000n] }),
      [{ text: 'change.in', slots: amount('5000') }],
    ],
    [
      'receiveWithAuthorization',
      encodeFunctionData({
        abi,
        functionName: 'receiveWithAuthorization',
        args: [EXCHANGE, OWN, 7_000_000n, 0n, 1n, WORD, 27, WORD, WORD],
      }),
      [{ text: 'change.in', slots: amount('7') }],
    ],
    [
      'safeTransferFrom',
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [EXCHANGE, OWN, 8n] }),
      [{ text: 'change.itemIn', slots: { ...amount('1'), id: '8' } }],
    ],
    [
      'safeBatchTransferFrom',
      encodeFunctionData({
        abi,
        functionName: 'safeBatchTransferFrom',
        args: [EXCHANGE, OWN, [8n, 9n], [1n, 3n], '0x'],
      }),
      [
        { text: 'change.itemIn', slots: { ...amount('1'), id: '8' } },
        { text: 'change.itemIn', slots: { ...amount('3'), id: '9' } },
      ],
    ],
  ])('shows no income as certain that another account has to allow: %s', async (_, take, income) => {
    const pay = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 1_000_000_000n] });
    const tokens = async () => chainTokens([listed]);
    const { changes, calls } = await reviewSequence([sent(pay, 0), sent(take, 1)], contextOf({ tokens }));
    expect(changes).toMatchObject([{ tone: 'out', line: { slots: amount('1000') } }]);
    const facts = calls?.list[1]?.facts.filter(({ label }) => label === 'fact.amount');
    expect(facts?.map(({ value }) => value)).toEqual(income);
  });
});
