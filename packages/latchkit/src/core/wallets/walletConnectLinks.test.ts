import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposesKey, requestLink, walletConnectLinks } from './walletConnectLinks.js';
import type { LinkEnvironment } from './walletLinks.js';

const URI = 'wc:00e46b@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1700000000';
const ENCODED = encodeURIComponent(URI);
const ios: LinkEnvironment = { platform: 'ios', embedded: false };
const android: LinkEnvironment = { platform: 'android', embedded: false };
const telegram: LinkEnvironment = { platform: 'ios', embedded: true };
const desktop: LinkEnvironment = { platform: 'desktop', embedded: false };

describe('walletConnectLinks', () => {
  it.each([
    ['one://', `one://wc?uri=${ENCODED}`],
    ['one:', `one://wc?uri=${ENCODED}`],
    ['one://wc', `one://wc?uri=${ENCODED}`],
    ['one://connect/', `one://connect/wc?uri=${ENCODED}`],
    ['https://one.example', `https://one.example/wc?uri=${ENCODED}`],
    ['https://one.example/app/', `https://one.example/app/wc?uri=${ENCODED}`],
    ['https://one.example/wc?ref=a', `https://one.example/wc?ref=a&uri=${ENCODED}`],
  ])('hands the pairing to %s on a phone', (mobile_link, href) => {
    for (const environment of [ios, android]) {
      expect(walletConnectLinks({ mobile_link }, URI, environment)[0]?.href).toBe(href);
    }
  });

  it.each([
    ['best-wallet', 'bw://', `bw://connect/wc?uri=${ENCODED}`],
    ['bitverse', 'bitverseapp://', `bitverseapp://open/wallet/wc?uri=${ENCODED}`],
    ['ready', 'argent://', `argent://app/wc?uri=${ENCODED}`],
    ['kaia', undefined, `kaikas://walletconnect?uri=${ENCODED}`],
    ['bybit', undefined, `bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${ENCODED}`],
  ])('gives the app of %s the pairing at its own path (RW-16)', (id, mobile_link, href) => {
    for (const environment of [ios, android]) {
      expect(walletConnectLinks({ id, mobile_link }, URI, environment)[0]).toEqual({
        kind: 'mobile',
        href,
        target: '_self',
      });
    }
    expect(walletConnectLinks({ id, mobile_link }, URI, telegram)).toEqual([]);
  });

  it('gives a universal link inside the browser of another app (RW-08)', () => {
    const [link] = walletConnectLinks({ id: 'metamask', mobile_link: 'metamask://' }, URI, telegram);
    expect(link).toEqual({
      kind: 'mobile',
      href: `https://metamask.app.link/wc?uri=${ENCODED}`,
      target: '_blank',
    });
    expect(link && exposesKey(link)).toBe(true);
    // The app's scheme comes first where it can leave the browser: it shows the key to nobody.
    const own = walletConnectLinks({ id: 'metamask', mobile_link: 'metamask://' }, URI, ios);
    expect(own.map(({ href }) => href)).toEqual([`metamask://wc?uri=${ENCODED}`]);
    expect(own.some(exposesKey)).toBe(false);
  });

  it('gives the plain link to apps that take no other, outside of other apps (RW-18)', () => {
    for (const id of ['coin98', 'core', 'clv-wallet']) {
      for (const environment of [ios, android])
        expect(walletConnectLinks({ id }, URI, environment)).toEqual([
          { kind: 'mobile', href: URI, target: '_self' },
        ]);
      expect(walletConnectLinks({ id }, URI, telegram)).toEqual([]);
      expect(walletConnectLinks({ id }, undefined, ios)).toEqual([]);
    }
    const bifrost = { id: 'bifrost', mobile_link: 'https://app.bifrostwallet.com' };
    expect(walletConnectLinks(bifrost, URI, android)[0]?.href).toBe(URI);
    expect(walletConnectLinks(bifrost, URI, ios)[0]?.href).toBe(
      `https://app.bifrostwallet.com/wc?uri=${ENCODED}`,
    );
  });

  it('opens an app by its scheme in this tab, and what is of the web in another', () => {
    const targets = ['one://', 'https://one.example'].map(
      mobile_link => walletConnectLinks({ mobile_link }, URI, ios)[0]?.target,
    );
    expect(targets).toEqual(['_self', '_blank']);
  });

  it('leads to the app of the device first, then to the web app', () => {
    const wallet = {
      mobile_link: 'one://',
      desktop_link: 'onedesk://',
      webapp_link: 'https://app.one.example',
    };
    const kinds = (environment: LinkEnvironment) =>
      walletConnectLinks(wallet, URI, environment).map(({ kind, href }) => [kind, href.split('?')[0]]);
    expect(kinds(ios)).toEqual([
      ['mobile', 'one://wc'],
      ['webapp', 'https://app.one.example/wc'],
    ]);
    expect(kinds(desktop)).toEqual([
      ['desktop', 'onedesk://wc'],
      ['webapp', 'https://app.one.example/wc'],
    ]);
  });

  it('gives only https links inside the browser of another app', () => {
    expect(walletConnectLinks({ mobile_link: 'one://' }, URI, telegram)).toEqual([]);
    const wallet = { mobile_link: 'one://', webapp_link: 'https://app.one.example' };
    expect(walletConnectLinks(wallet, URI, telegram).map(({ kind }) => kind)).toEqual(['webapp']);
    expect(walletConnectLinks({ mobile_link: 'https://one.example' }, URI, telegram)[0]?.target).toBe(
      '_blank',
    );
  });

  it('lets Android choose among all wallets, and no other system', () => {
    expect(walletConnectLinks(undefined, URI, android)).toEqual([
      { kind: 'mobile', href: URI, target: '_self' },
    ]);
    expect(walletConnectLinks(undefined, undefined, android)).toEqual([]);
    for (const other of [ios, desktop, { ...android, embedded: true }]) {
      expect(walletConnectLinks(undefined, URI, other)).toEqual([]);
    }
  });

  it('only opens the wallet where there is nothing to hand over', () => {
    const open = (mobile_link: string) => walletConnectLinks({ mobile_link }, undefined, ios)[0]?.href;
    expect(open('one:')).toBe('one://');
    expect(open('https://one.example/app')).toBe('https://one.example/app');
  });

  it.each([
    'javascript:alert(1)//',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'intent://x#Intent;end',
    'http://one.example',
    'blob:https://x',
    'file:///etc',
    'https://',
    'https:// one.example',
    'one two://',
    '',
    'x'.repeat(2_000),
  ])('ignores an invalid link in a listing: %j', link => {
    const wallet = { mobile_link: link, desktop_link: link, webapp_link: link };
    for (const environment of [ios, android, desktop, telegram]) {
      expect(walletConnectLinks(wallet, URI, environment)).toEqual([]);
    }
  });

  it('gives the program of Bloom the pairing at its own path (RW-16)', () => {
    const wallet = { id: 'bloom', desktop_link: 'bloom://' };
    expect(walletConnectLinks(wallet, URI, desktop)[0]?.href).toBe(
      `bloom://wallet-connect/wc?uri=${ENCODED}`,
    );
    expect(walletConnectLinks(wallet, undefined, desktop)[0]?.href).toBe('bloom://');
  });

  it('takes no path from a listing that only has the name of a field (RW-16)', () => {
    for (const id of ['constructor', '__proto__', 'toString', 'unknown']) {
      expect(walletConnectLinks({ id, mobile_link: 'one://' }, URI, ios)[0]?.href).toBe(
        `one://wc?uri=${ENCODED}`,
      );
    }
    // A listing may choose an entry of the table, and never change it.
    const href = walletConnectLinks({ id: 'ready', mobile_link: 'evil://' }, URI, ios)[0]?.href;
    expect(href).toBe(`argent://app/wc?uri=${ENCODED}`);
  });

  it('does not treat an app scheme as a web app', () => {
    expect(walletConnectLinks({ webapp_link: 'one://' }, URI, desktop)).toEqual([]);
  });

  it('gives, whatever a listing says, links that carry the whole pairing and run nothing here', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string().map(text => `https://one.example/${text}`),
          fc.string(),
          fc.string().map(text => `one://${text}`),
        ),
        link => {
          const wallet = { mobile_link: link, desktop_link: link, webapp_link: link };
          for (const environment of [ios, desktop, telegram]) {
            for (const { href } of walletConnectLinks(wallet, URI, environment)) {
              expect(href).toMatch(/^(?:https|[a-z][a-z0-9+.-]*):/i);
              expect(href).not.toMatch(/^(?:javascript|data|blob|vbscript|file|about|http|intent):/i);
              expect(new URL(href).searchParams.getAll('uri').at(-1)).toBe(URI);
            }
          }
        },
      ),
    );
  });
});

describe('requestLink', () => {
  const request = { id: 1700000000000123, topic: 'ab'.repeat(32) };
  const query = `requestId=${request.id}&sessionTopic=${request.topic}`;

  it.each([
    ['one://', `one://wc?${query}`],
    ['one://main/', `one://main/wc?${query}`],
    ['one://wc', `one://wc?${query}`],
    ['https://one.example', `https://one.example/wc?${query}`],
    ['https://one.example/app/', `https://one.example/app/wc?${query}`],
    ['https://one.example/app?ref=a', `https://one.example/app/wc?ref=a&${query}`],
    ['https://t.me/one_bot', `https://t.me/one_bot?startapp=${btoa(query).replaceAll('=', '')}`],
    ['https://t.me/one_bot/', `https://t.me/one_bot?startapp=${btoa(query).replaceAll('=', '')}`],
    ['https://t.me/one?mode=a', `https://t.me/one?mode=a&startapp=${btoa(query).replaceAll('=', '')}`],
    ['https://t.me.one.example', `https://t.me.one.example/wc?${query}`],
    ['one://open?page=a', 'one://open?page=a'],
  ])('opens %s at the request (RW-14)', (link, href) => {
    expect(requestLink(link, request)).toBe(href);
  });
});
