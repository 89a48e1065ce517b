import { describe, expect, it } from 'vitest';
import type { WalletItem } from '../../../core/index.js';
import { arrangeWallets, leadRows } from './arrangeWallets.js';

const item = (id: string, group: WalletItem['group']): WalletItem => ({
  id,
  name: id,
  group,
  installed: group === 'injected',
  certified: false,
});
const group = (of: WalletItem['group'], count: number) =>
  Array.from({ length: count }, (_, index) => item(`${of}${index}`, of));
const ids = (list: readonly WalletItem[]) => list.map(({ id }) => id);

describe('leadRows', () => {
  it('leaves fewer rows for wallets when there are more other ways to connect', () => {
    expect([leadRows(2, false), leadRows(1, false), leadRows(0, false)]).toEqual([3, 4, 6]);
    expect([leadRows(2, true), leadRows(1, true), leadRows(0, true)]).toEqual([2, 3, 5]);
  });
});

describe('arrangeWallets', () => {
  const beside = { leads: 4, onlyWallets: false, tiles: 4 };
  const list = [
    ...group('walletConnect', 1),
    ...group('recent', 1),
    ...group('injected', 4),
    ...group('featured', 4),
    ...group('recommended', 4),
  ];

  it('shows WalletConnect, recent and installed wallets as rows, and other installed ones first in the strip', () => {
    const { leads, tiles, hidden } = arrangeWallets(list, beside);
    expect(ids(leads)).toEqual(['walletConnect0', 'recent0', 'injected0', 'injected1']);
    expect(ids(tiles)).toEqual(['injected2', 'injected3', 'featured0', 'featured1']);
    expect([...leads, ...tiles, ...hidden]).toEqual(list);
  });

  it('shows featured wallets as rows only when nothing but wallets is offered', () => {
    const listed = [...group('walletConnect', 1), ...group('featured', 4), ...group('recommended', 4)];
    expect(ids(arrangeWallets(listed, beside).leads)).toEqual(['walletConnect0']);
    const alone = arrangeWallets(listed, { leads: 6, onlyWallets: true, tiles: 4 });
    expect(ids(alone.leads)).toEqual(['walletConnect0', 'featured0', 'featured1', 'featured2', 'featured3']);
  });

  it('shows a single remaining wallet as a row', () => {
    const { leads, tiles } = arrangeWallets([...group('injected', 1), ...group('custom', 1)], beside);
    expect(ids(leads)).toEqual(['injected0', 'custom0']);
    expect(tiles).toEqual([]);
  });
});
