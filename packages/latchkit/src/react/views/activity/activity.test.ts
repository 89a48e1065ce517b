import { describe, expect, it } from 'vitest';
import type { AccountTransaction, TransactionTransfer } from '../../../core/index.js';
import { shell } from '../../locales/en/shell.js';
import { views } from '../../locales/en/views.js';
import { createText } from '../../runtime/createText.js';
import { heldNfts } from '../account/NftList.js';
import { groupByDate } from './ActivityView.js';
import { describeActivity } from './describeActivity.js';

const text = createText(shell, 'en');
text.add(views);

const ether: TransactionTransfer = {
  direction: 'in',
  quantity: { numeric: '0.123456', decimals: '18' },
  fungible_info: { symbol: 'ETH', icon: { url: 'https://icons.example/eth.png' } },
  nft_info: undefined,
  value: undefined,
  price: undefined,
};

function transaction(
  operationType: string,
  change: Partial<AccountTransaction['metadata']> = {},
  transfers: AccountTransaction['transfers'] = [ether],
): AccountTransaction {
  const metadata = {
    minedAt: '2026-05-12T10:00:00',
    chain: 'eip155:1',
    operationType,
    status: 'confirmed',
    sentFrom: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    sentTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    hash: undefined,
    nonce: undefined,
    ...change,
  };
  return { id: operationType, metadata, transfers };
}
const amount = (type: string) => describeActivity(text, transaction(type)).amount;

describe('describeActivity', () => {
  it("puts '+' before received amounts [LIM-32]", () => {
    expect(['receive', 'deposit', 'borrow', 'claim'].map(amount)).toEqual(Array(4).fill('+0.1234 ETH'));
  });

  it("puts '-' before sent amounts [LIM-33]", () => {
    expect(['withdraw', 'repay', 'burn'].map(amount)).toEqual(Array(3).fill('-0.1234 ETH'));
  });

  it('names an account of the user by its registered name, and the other one by its address', () => {
    const [{ metadata }] = [transaction('send')];
    const names = new Map([[String(metadata.sentTo).toLowerCase(), 'ada.example.com']]);
    expect(describeActivity(text, transaction('send'), names).sub).toBe('To ada.example.com');
    expect(describeActivity(text, transaction('receive'), names).sub).toBe('From 0xf3…b92266');
  });

  it('puts no sign before any other type [LIM-34]', () => {
    expect(['send', 'trade', 'mint', 'approve', 'execute', 'novel'].map(amount)).toEqual(
      Array(6).fill('0.1234 ETH'),
    );
  });

  it('describes operation, status and direction [ENT-16]', () => {
    expect(describeActivity(text, transaction('receive'))).toMatchObject({
      title: 'Received',
      sub: 'From 0xf3…b92266',
      tone: 'success',
    });
    expect(describeActivity(text, transaction('send'))).toMatchObject({
      title: 'Sent',
      sub: 'To 0x70…dc79C8',
    });
    expect(describeActivity(text, transaction('send', { status: 'failed' }))).toMatchObject({
      title: 'Send failed',
      note: 'Not sent',
      tone: 'danger',
    });
    expect(describeActivity(text, transaction('multicall')).title).toBe('Used a contract');
  });

  it('says only that it could not be read, when that is all that is known (RV-01)', () => {
    for (const status of ['confirmed', 'failed']) {
      const unread = transaction('unread', { status, sentFrom: undefined, sentTo: undefined }, []);
      expect(describeActivity(text, unread)).toEqual({
        ...{ title: 'Could not be read', icon: 'info', moved: [] },
        ...{ sub: undefined, amount: undefined, note: undefined, tone: undefined },
      });
    }
  });

  it('says that it was bought, and where, unless it failed', () => {
    const bought = { ...transaction('receive'), boughtAt: 'Coinbase' };
    expect(describeActivity(text, bought)).toMatchObject({ title: 'Bought', sub: 'From Coinbase' });
    const failed = { ...transaction('receive', { status: 'failed' }), boughtAt: 'Coinbase' };
    expect(describeActivity(text, failed).title).toBe('Failed');
  });

  it('names both sides of a swap, and an NFT by its name [ENT-17]', () => {
    const usdc = { ...ether, direction: 'out', fungible_info: { symbol: 'USDC', icon: undefined } } as const;
    expect(describeActivity(text, transaction('trade', {}, [usdc, ether]))).toMatchObject({
      sub: 'USDC to ETH',
      amount: '0.1234 ETH',
      note: '0.1234 USDC',
      moved: [usdc, ether],
    });
    const nft = { ...ether, fungible_info: undefined, nft_info: { name: 'Low sun 114' } };
    expect(describeActivity(text, transaction('receive', {}, [nft])).amount).toBe('+Low sun 114');
  });

  it('shows enough decimals of a small amount', () => {
    const dust = { ...ether, quantity: { numeric: '0.00000012345', decimals: '18' } };
    expect(describeActivity(text, transaction('send', {}, [dust])).amount).toBe('0.00000012 ETH');
  });
});

describe('groupByDate', () => {
  it('names days Today, Yesterday and 12 May, and adds the year when it is another one', () => {
    const now = new Date('2026-11-21T12:00:00');
    const days = [
      '2026-11-21T01:00:00',
      '2026-11-21T00:30:00',
      '2026-11-20T23:00:00',
      '2026-05-12T10:00:00',
      '2025-05-12T10:00:00',
    ];
    const list = days.map(minedAt => transaction('send', { minedAt }));
    expect(groupByDate(text, list, now).map(group => [group.title, group.transactions.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['12 May', 1],
      ['12 May 2025', 1],
    ]);
    const german = createText(shell, 'de');
    expect(groupByDate(german, list.slice(3, 4), now)[0]?.title).toBe('12. Mai');
  });
});

describe('heldNfts', () => {
  const nft = (direction: 'in' | 'out', id: string, spam = false): TransactionTransfer => ({
    ...ether,
    direction,
    fungible_info: undefined,
    nft_info: { name: `#${id}`, contract_address: '0xc', token_id: id, flags: { is_spam: spam } },
  });

  it('lists received NFTs that were not sent on, without spam [VAL-25]', () => {
    const newest = [
      transaction('send', {}, [nft('out', '1')]),
      transaction('receive', {}, [nft('in', '2'), nft('in', '9', true)]),
      transaction('receive', { status: 'failed' }, [nft('in', '3')]),
      transaction('receive', {}, [nft('in', '1')]),
    ];
    expect(heldNfts(newest).map(({ name }) => name)).toEqual(['#2']);
  });
});
