import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refusesBrowser } from '../../protocol/linkEnvironment.js';
import { walletConnectLinks } from './walletConnectLinks.js';
import { linkEnvironment, readLinkEnvironment } from './walletLinks.js';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('readLinkEnvironment', () => {
  it.each([
    ['Safari on iOS', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'ios', false],
    ['Chrome on iOS', `${iphone} CriOS/130.0 Mobile/15E148 Safari/604.1`, 'ios', false],
    ['a web view on iOS', `${iphone} Mobile/15E148`, 'ios', true],
    ['Chrome on Android', `${android} Chrome/130.0 Mobile Safari/537.36`, 'android', false],
    [
      'a web view on Android',
      `${android.replace('Pixel 9', 'Pixel 9; wv')} Version/4.0 Chrome/130.0 Mobile Safari/537.36`,
      'android',
      true,
    ],
    [
      'Telegram on Android',
      `${android} Chrome/130.0 Mobile Safari/537.36 Telegram-Android/11.3`,
      'android',
      true,
    ],
    ['Instagram', `${iphone} Mobile/15E148 Safari/604.1 Instagram 350.0`, 'ios', true],
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36', 'desktop', false],
  ])('knows %s', (_, userAgent, platform, embedded) => {
    expect(readLinkEnvironment({ userAgent })).toEqual({ platform, embedded });
  });

  it('takes a page on the home screen as Safari, and an app that says so as a browser of its own (MOD-01)', () => {
    const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
    for (const userAgent of [`${iphone} Mobile/15E148`, ipad]) {
      const signs = { userAgent, maxTouchPoints: 5 };
      expect(readLinkEnvironment({ ...signs, standalone: true })).toEqual({
        platform: 'ios',
        embedded: false,
      });
      // A web view of another app has no such page.
      for (const standalone of [false, undefined])
        expect(readLinkEnvironment({ ...signs, standalone })).toEqual({ platform: 'ios', embedded: true });
      const app = `${userAgent} Instagram 350.0`;
      expect(readLinkEnvironment({ userAgent: app, maxTouchPoints: 5, standalone: true }).embedded).toBe(
        true,
      );
    }
  });

  it('gives a page on the home screen the links that Safari has (MOD-01)', () => {
    const listing = { id: 'rainy', mobile_link: 'rainy://' };
    onTestFinished(() => void vi.unstubAllGlobals());
    const linksAs = (userAgent: string, standalone: boolean) => {
      vi.stubGlobal('window', {});
      vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5, standalone });
      return walletConnectLinks(listing, 'wc:1@2?relay-protocol=irn&symKey=00', linkEnvironment());
    };
    const safari = linksAs(`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, false);
    expect(safari).toMatchObject([{ kind: 'mobile', href: expect.stringMatching(/^rainy:/) }]);
    expect(linksAs(`${iphone} Mobile/15E148`, true)).toEqual(safari);
    expect(linksAs(`${iphone} Mobile/15E148`, false)).toEqual([]);
  });

  it('recognises a tablet that identifies as Macintosh by its touch screen', () => {
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15';
    expect(readLinkEnvironment({ userAgent, maxTouchPoints: 5 }).platform).toBe('ios');
    expect(readLinkEnvironment({ userAgent, maxTouchPoints: 0 }).platform).toBe('desktop');
  });

  it("recognises Telegram's web view by its injected proxy", () => {
    const userAgent = `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`;
    expect(readLinkEnvironment({ userAgent, telegram: true }).embedded).toBe(true);
  });
});

/** What each app's browser adds to the platform's own user agent. */
const SAFARI = `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`;
const CHROME = `${android} Chrome/130.0.0.0 Mobile Safari/537.36`;
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const IN_APPS = {
  Telegram: [
    'Telegram-iOS/11.3',
    'Telegram-Android/11.3 (Google Pixel 9; Android 15)',
    'TelegramDesktop/5.6',
  ],
  Instagram: ['Instagram 350.0.0.29.93 (iPhone15,2)', 'Instagram 350.1.0.46.93 Android (35/15)', undefined],
  Facebook: ['[FBAN/FBIOS;FBAV/480.0.0.33.108]', '[FB_IAB/FB4A;FBAV/480.0.0.54.88;]', undefined],
  Messenger: ['[FBAN/MessengerForiOS;FBAV/480.0.0.29.108]', '[FB_IAB/Orca-Android;FBAV/480.0;]', undefined],
  LinkedIn: ['[LinkedInApp]/9.30.123', '[LinkedInApp]/4.1.1000', undefined],
  WeChat: [
    'MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en',
    'XWEB/1300289 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64',
    'NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a1b) XWEB/9129',
  ],
  X: ['Twitter for iPhone/10.70', 'TwitterAndroid', undefined],
  TikTok: [
    'musical_ly_33.0.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6',
    'trill_330003 JsSdk/1.0 NetType/WIFI Channel/googleplay BytedanceWebview/d8a21c6',
    undefined,
  ],
} as const;

const PROVIDERS = ['apple', 'discord', 'facebook', 'farcaster', 'github', 'google', 'telegram', 'x'] as const;

describe('refusesBrowser', () => {
  const refused = (userAgent: string) =>
    PROVIDERS.filter(provider => refusesBrowser(provider, readLinkEnvironment({ userAgent })));

  it.each(
    Object.entries(IN_APPS).flatMap(
      ([app, [ios, droid, desktop]]) =>
        [
          [app, 'iOS', `${SAFARI} ${ios}`, ['google']],
          [app, 'iOS, without the word Safari', `${iphone} Mobile/15E148 ${ios}`, ['google']],
          [app, 'Android', `${CHROME} ${droid}`, ['facebook', 'google']],
          [
            app,
            "Android's web view",
            `${CHROME.replace('Pixel 9', 'Pixel 9; wv')} ${droid}`,
            ['facebook', 'google'],
          ],
          ...(desktop === undefined
            ? []
            : [[app, 'a computer', `${WINDOWS} ${desktop}`, ['google']] as const]),
        ] as const,
    ),
  )('knows which logins the browser of %s on %s cannot use (SL-08)', (_, __, userAgent, providers) => {
    expect(refused(userAgent)).toEqual(providers);
  });

  it.each([
    ['Safari', SAFARI],
    ['Chrome on iOS', `${iphone} CriOS/130.0 Mobile/15E148 Safari/604.1`],
    ['Firefox on iOS', `${iphone} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome', CHROME],
    ['Samsung Internet', `${android} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`],
    ['Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'],
    ['Edge', `${android} Chrome/130.0.0.0 Mobile Safari/537.36 EdgA/130.0`],
    ['a computer', WINDOWS],
  ])('leaves %s alone (SL-08)', (_, userAgent) => {
    expect(refused(userAgent)).toEqual([]);
  });
});
