import { describe, expect, it } from 'vitest';
import type { WalletListing } from '../../../core/index.js';
import { pairingWays } from './pairingWays.js';

const DESKTOP = { platform: 'desktop', embedded: false } as const;
const IOS = { platform: 'ios', embedded: false } as const;
const ANDROID = { platform: 'android', embedded: false } as const;
const TELEGRAM = { platform: 'ios', embedded: true } as const;

const listing = (links: Partial<WalletListing>): WalletListing => ({
  id: 'w',
  name: 'Wallet',
  chains: [],
  ...links,
});
const APP = { mobile_link: 'wallet://' };
const UNIVERSAL = { mobile_link: 'https://wallet.example' };
const PROGRAM = { desktop_link: 'wallet://' };
const WEB = { webapp_link: 'https://app.wallet.example' };

describe('pairingWays', () => {
  it.each([
    ['any wallet', DESKTOP, undefined, ['code']],
    ['a wallet for phones', DESKTOP, listing(APP), ['code']],
    [
      'a wallet for everything',
      DESKTOP,
      listing({ ...APP, ...PROGRAM, ...WEB }),
      ['code', 'desktop', 'webapp'],
    ],
    ['a wallet of the web alone', DESKTOP, listing(WEB), ['webapp']],
    ['a wallet without links', DESKTOP, listing({}), ['code']],
    ['a wallet for phones', IOS, listing(APP), ['mobile']],
    ['a wallet for phones and the web', ANDROID, listing({ ...APP, ...WEB }), ['mobile', 'webapp']],
    ['a wallet for computers', IOS, listing(PROGRAM), []],
    ['any wallet', IOS, undefined, ['code']],
    ['any wallet', ANDROID, undefined, ['mobile']],
    ['a wallet with a scheme of its own', TELEGRAM, listing(APP), []],
    ['a wallet with a universal link', TELEGRAM, listing(UNIVERSAL), ['mobile']],
    ['a wallet with a hostile link', IOS, listing({ mobile_link: 'javascript:alert(1)' }), []],
  ] as const)('%s, on %o', (_, environment, wallet, ways) => {
    expect(pairingWays(wallet, environment)).toEqual(ways);
  });

  it('shows a phone no code of a listed wallet for itself (RW-18)', () => {
    for (const environment of [IOS, ANDROID, TELEGRAM]) {
      expect(pairingWays(listing({}), environment)).toEqual([]);
    }
    for (const id of ['coin98', 'core', 'clv-wallet'])
      expect(pairingWays(listing({ id }), IOS), id).toEqual(['mobile']);
  });
});
