import { describe, expect, it } from 'vitest';
import type { LinkEnvironment } from '../../../internal/index.js';
import { waysToGet } from './waysToGet.js';

const IOS = { platform: 'ios', embedded: false } as const;
const ANDROID = { platform: 'android', embedded: false } as const;
const DESKTOP = { platform: 'desktop', embedded: false } as const;

const listing = { id: 'a', name: 'A', chains: [] };

describe('waysToGet', () => {
  it('lists every way once, shortest first', () => {
    const ways = waysToGet(
      {
        ...listing,
        homepage: 'https://a.example/',
        webapp_link: 'https://a.example/',
        chrome_store: 'https://store.example/a',
        app_store: 'https://apps.example/a',
      },
      DESKTOP,
    );
    expect(ways.map(({ title }) => title)).toEqual([
      'connecting.extension',
      'connecting.webapp',
      'connecting.appStore',
    ]);
  });

  it('ignores an address that is not a web address', () => {
    for (const homepage of [
      'javascript:alert(1)',
      'data:text/html,x',
      'wallet://x',
      'https://',
      '/home',
      'x y',
    ]) {
      expect(waysToGet({ ...listing, homepage, chrome_store: null, mobile_link: homepage }, DESKTOP)).toEqual(
        [],
      );
    }
  });

  it('offers what a phone can install, its own store first', () => {
    const everywhere = {
      ...listing,
      homepage: 'https://a.example/',
      webapp_link: 'https://app.a.example/',
      chrome_store: 'https://store.example/a',
      app_store: 'https://apps.example/a',
      play_store: 'https://play.example/a',
    };
    const titles = (environment: LinkEnvironment) =>
      waysToGet(everywhere, environment).map(({ title }) => title.replace('connecting.', ''));
    expect(titles(IOS)).toEqual(['appStore', 'webapp', 'website']);
    expect(titles(ANDROID)).toEqual(['playStore', 'webapp', 'website']);
    expect(titles(DESKTOP)).toEqual(['extension', 'webapp', 'appStore', 'playStore', 'website']);
  });

  it('starts with the app when the platform has one [ENT-15]', () => {
    const app = { ...listing, mobile_link: 'a-wallet://', homepage: 'https://a.example/' };
    expect(waysToGet(app, IOS).map(({ href }) => href)).toEqual(['a-wallet://', 'https://a.example/']);
    expect(waysToGet(app, DESKTOP).map(({ href }) => href)).toEqual(['https://a.example/']);
    expect(waysToGet({ ...listing, mobile_link: 'javascript:alert(1)' }, IOS)).toEqual([]);
  });

  it('opens the page in the browser of the wallet first (RW-02)', () => {
    const phantom = { id: 'phantom', name: 'Phantom', chains: [], mobile_link: 'phantom://' };
    const page = 'https://page.example/shop';
    const [first, ...others] = waysToGet(phantom, IOS, { page });
    expect(first).toMatchObject({
      kind: 'page',
      title: 'connecting.page',
      href: 'https://phantom.app/ul/browse/https%3A%2F%2Fpage.example%2Fshop?ref=https%3A%2F%2Fpage.example',
    });
    // The app alone would open without the page.
    expect(others).toEqual([]);
    expect(waysToGet(phantom, DESKTOP, { page })).toEqual([]);
  });

  it('offers the address of the page where nothing leads out of the browser to the wallet (RW-08)', () => {
    const page = 'https://page.example/';
    const telegram = { ...IOS, embedded: true };
    const app = { ...listing, mobile_link: 'a-wallet://', app_store: 'https://apps.example/a' };
    expect(waysToGet(app, telegram, { page }).map(({ kind }) => kind)).toEqual(['browser', 'appStore']);
    expect(waysToGet(app, telegram, { page })[0]?.href).toBe(page);
    expect(waysToGet({ ...app, id: 'okx' }, telegram, { page }).map(({ kind }) => kind)).toEqual([
      'page',
      'appStore',
    ]);
  });
});
