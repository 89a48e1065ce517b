import { JSDOM } from 'jsdom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readResultUri } from '../readResultUri.js';
import { keepPage, reloadLeftPage, removeResult } from './leftPage.js';

const WALLET = 'https://wallet.example';
const TXN = '0192f3a1-0000-7000-8000-000000000001';
const resultOf = (values: Readonly<Record<string, string>>) =>
  `${WALLET}/window/done?${new URLSearchParams({ txn: TXN, ...values })}`;
const RESULT = resultOf({ resultCode: 'c' });

/** A tab, whose storage lasts over its pages. */
function tab() {
  const { window } = new JSDOM('', { url: 'https://app.example' });
  vi.stubGlobal('sessionStorage', window.sessionStorage);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: unknown, url: URL) => go(url.href),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    window.close();
  });
  const loads: string[] = [];
  const go = (href: string) => {
    const { origin, pathname, search, hash } = new URL(href, 'https://app.example');
    const replace = (url: URL) => {
      loads.push(url.href);
      go(url.href);
    };
    vi.stubGlobal('location', { origin, pathname, search, hash, href: new URL(href, origin).href, replace });
  };
  /** As the wallet service sends it back: with the result only. */
  const comeBack = (result: string, path = '/shop') =>
    go(`${path}?result_uri=${encodeURIComponent(result)}#`);
  return { go, comeBack, loads, storage: window.sessionStorage };
}

describe('the page that a social login left', () => {
  it.each([
    ['/shop?a=1,2&b=~#top', RESULT],
    ['/shop?a=1,2', RESULT],
    ['/shop#/cart?x=1', RESULT],
    ['/shop?a=1#b', resultOf({ failure: 'REFUSED' })],
  ])('is loaded once more as %s, then its result is taken [CALL-52]', (left, result) => {
    const { go, comeBack, loads } = tab();
    go(left);
    keepPage(TXN);
    comeBack(result);
    expect(readResultUri(WALLET)).toBe(result);
    expect(reloadLeftPage(result)).toBe(true);
    expect(loads).toEqual([`https://app.example${left}`]);
    // The page's code starts again.
    expect(readResultUri(WALLET)).toBe(result);
    expect(reloadLeftPage(result)).toBe(false);
    removeResult(result);
    expect(readResultUri(WALLET)).toBeUndefined();
    expect(location.href).toBe(`https://app.example${left}`);
    expect(loads).toHaveLength(1);
  });

  it('is not loaded again if it had no query and no fragment', () => {
    const { go, comeBack, loads } = tab();
    go('/shop');
    keepPage(TXN);
    comeBack(RESULT);
    expect(reloadLeftPage(RESULT)).toBe(false);
    removeResult(RESULT);
    expect(location.href).toBe('https://app.example/shop');
    expect(loads).toEqual([]);
  });

  it('keeps its query for its own login only', () => {
    const { go, comeBack, loads } = tab();
    go('/shop?a=1');
    keepPage('0192f3a1-0000-7000-8000-000000000002');
    comeBack(RESULT);
    expect(reloadLeftPage(RESULT)).toBe(false);
    expect(loads).toEqual([]);
  });

  it.each(['result_uri', 'result%5Furi', '%72esult_uri'])(
    'loses an earlier result that its query had as %s',
    name => {
      const { go, comeBack, loads } = tab();
      go(`/shop?${name}=${encodeURIComponent(WALLET)}&a=1`);
      keepPage(TXN);
      comeBack(RESULT);
      expect(reloadLeftPage(RESULT)).toBe(true);
      expect(loads).toEqual(['https://app.example/shop?a=1']);
      expect(readResultUri(WALLET)).toBe(RESULT);
    },
  );

  it('is left alone by every instance that it has, until it is loaded again', () => {
    const { go, comeBack } = tab();
    go('/shop?a=1');
    keepPage(TXN);
    comeBack(RESULT);
    // Browsers go on with the page for a while.
    vi.stubGlobal('location', { ...location, replace: () => {} });
    expect([reloadLeftPage(RESULT), reloadLeftPage(RESULT)]).toEqual([true, true]);
    expect(readResultUri(WALLET)).toBe(RESULT);
  });

  it('keeps its record when the result of another login is removed', () => {
    const { go, comeBack, loads } = tab();
    go('/shop?a=1');
    keepPage(TXN);
    const stray = RESULT.replace(TXN, '0192f3a1-0000-7000-8000-000000000002');
    comeBack(stray);
    expect(reloadLeftPage(stray)).toBe(false);
    removeResult(stray);
    comeBack(RESULT);
    expect(reloadLeftPage(RESULT)).toBe(true);
    expect(loads).toEqual(['https://app.example/shop?a=1']);
  });

  it.each(['{', '7', '{"txn":"x"}', JSON.stringify({ txn: TXN, search: 1, hash: '' })])(
    'ignores a corrupt record: %s',
    record => {
      const { comeBack, loads, storage } = tab();
      storage.setItem('latchkit.v1.social_left_page', record);
      comeBack(RESULT);
      expect(reloadLeftPage(RESULT)).toBe(false);
      expect(loads).toEqual([]);
    },
  );

  it('is not loaded again where the tab stores nothing, because the result would be lost', () => {
    const { go, comeBack, loads } = tab();
    go('/shop?a=1');
    keepPage(TXN);
    comeBack(RESULT);
    const { getItem, removeItem } = sessionStorage;
    const full = () => {
      throw new Error('full');
    };
    vi.stubGlobal('sessionStorage', {
      getItem: getItem.bind(sessionStorage),
      removeItem: removeItem.bind(sessionStorage),
      setItem: full,
    });
    expect(reloadLeftPage(RESULT)).toBe(false);
    expect(loads).toEqual([]);
    expect(readResultUri(WALLET)).toBe(RESULT);
  });

  it('takes no result of another site from the tab', () => {
    const { go, storage } = tab();
    go('/shop');
    storage.setItem('latchkit.v1.social_result', 'https://evil.example/window/done?txn=1');
    expect(readResultUri(WALLET)).toBeUndefined();
  });
});
