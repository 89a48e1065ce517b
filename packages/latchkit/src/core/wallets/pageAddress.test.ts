// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { pageAddress } from './pageAddress.js';

const SECRET = '?reset=s3cret&a=1#token=s3cret';

function at(address: string, openPage?: (url: string) => string) {
  const before = window.location.href;
  window.history.replaceState(null, '', address);
  onTestFinished(() => window.history.replaceState(null, '', before));
  const { kit } = startedKit(openPage ? { wallets: { openPage } } : {});
  return pageAddress(kit);
}

describe('pageAddress', () => {
  const { origin } = window.location;

  it('is the origin and the path, without query and fragment (RW-02)', () => {
    expect(at(`/shop/item${SECRET}`)).toBe(`${origin}/shop/item`);
  });

  it('is exactly what the host gives, which the result of a login never reaches (RW-02)', () => {
    const given: string[] = [];
    const all = (url: string) => {
      given.push(url);
      return url;
    };
    const full = `${origin}/shop?reset=s3cret&q=a%20b+c#token=s3cret`;
    const query = 'reset=s3cret&result_uri=https%3A%2F%2Fw.example%2F%3Fcode%3Ds3cret&q=a%20b+c';
    expect(at(`/shop?${query}#token=s3cret`, all)).toBe(full);
    expect(given).toEqual([full]);
    expect(at(`/shop?result_uri=x`, all)).toBe(`${origin}/shop`);
    expect(at(`/shop${SECRET}`, () => 'https://other.example/?x=1#y')).toBe('https://other.example/?x=1#y');
  });

  it.each([
    ['code', () => 'javascript:alert(1)'],
    ['no address', () => 'shop'],
    ['a scheme', () => 'phantom://x'],
    ['half a character', () => 'https://page.example/?\ud800'],
    ['spaces', () => 'https://page.example/ a'],
    [
      'an error',
      () => {
        throw new Error('host');
      },
    ],
  ])('is the origin and the path where the host gives %s', (_, openPage) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => error.mockRestore());
    expect(at(`/shop${SECRET}`, openPage)).toBe(`${origin}/shop`);
    expect(error).toHaveBeenCalledOnce();
  });
});
