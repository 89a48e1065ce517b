import { describe, expect, it } from 'vitest';
import { waysToGet } from './waysToGet.js';

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
      'desktop',
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
      expect(
        waysToGet({ ...listing, homepage, chrome_store: null, mobile_link: homepage }, 'desktop'),
      ).toEqual([]);
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
    const titles = (platform: 'ios' | 'android' | 'desktop') =>
      waysToGet(everywhere, platform).map(({ title }) => title.replace('connecting.', ''));
    expect(titles('ios')).toEqual(['appStore', 'webapp', 'website']);
    expect(titles('android')).toEqual(['playStore', 'webapp', 'website']);
    expect(titles('desktop')).toEqual(['extension', 'webapp', 'appStore', 'playStore', 'website']);
  });

  it('starts with the app when the platform has one [ENT-15]', () => {
    const app = { ...listing, mobile_link: 'a-wallet://', homepage: 'https://a.example/' };
    expect(waysToGet(app, 'ios').map(({ href }) => href)).toEqual(['a-wallet://', 'https://a.example/']);
    expect(waysToGet(app, 'desktop').map(({ href }) => href)).toEqual(['https://a.example/']);
    expect(waysToGet({ ...listing, mobile_link: 'javascript:alert(1)' }, 'ios')).toEqual([]);
  });

  it.fails('opens the page in the browser of the wallet first (RW-02)', () => {
    const phantom = { id: 'phantom', name: 'Phantom', chains: [], mobile_link: 'phantom://' };
    expect(waysToGet(phantom, 'ios')[0]?.href).toMatch(/^https:\/\/phantom\.app\/ul\/browse\//);
  });
});
