import { describe, expect, it } from 'vitest';
import { readLinkEnvironment } from './walletLinks.js';

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

  it.fails("knows TikTok by the name with its version, as the app's browser sends it (SL-08)", () => {
    const userAgent = `${iphone} Version/18.1 Mobile/15E148 Safari/604.1 musical_ly_33.0.0`;
    expect(readLinkEnvironment({ userAgent }).embedded).toBe(true);
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
