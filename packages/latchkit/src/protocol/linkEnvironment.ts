import type { LoginProvider } from './calls/wallet/socialSignIn.js';

/** The page's environment, as far as it affects links to wallets and logins at providers. */
export interface LinkEnvironment {
  readonly platform: 'ios' | 'android' | 'desktop';
  /** In another app's browser or web view, such as Telegram's, which only https links can leave. */
  readonly embedded: boolean;
}

/** The browser properties used for detection. */
export interface BrowserSigns {
  readonly userAgent: string;
  readonly maxTouchPoints?: number | undefined;
  /** Whether Telegram injected its proxy into the page. */
  readonly telegram?: boolean | undefined;
  /** Whether the page was opened from the home screen (iOS). */
  readonly standalone?: boolean | undefined;
}

/**
 * What the browsers of other apps add to the user agent, from the start of a word. Versions and systems may follow without a break, as
 * in `musical_ly_33`, `TwitterAndroid` and `WindowsWechat`.
 */
const APPS =
  /(?:\b|\[)(?:Telegram|FB(?:AN|AV|IOS|_IAB|4A)|Instagram|Barcelona|Messenger|Line\/|Twitter|MicroMessenger|(?:Windows|Mac|Mini)Wechat|WeChat|Snapchat|TikTok|musical_ly|trill_|aweme|Bytedance|LinkedIn|Pinterest|Reddit\/|Discord|KAKAOTALK|NAVER\(inapp|WhatsApp|Weibo|QQ\/)/i;

/** Detects the environment from browser properties. */
export function readLinkEnvironment({
  userAgent,
  maxTouchPoints = 0,
  telegram,
  standalone,
}: BrowserSigns): LinkEnvironment {
  // Safari on an iPad identifies as Macintosh; Macs have no touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const ios = tablet || /iPhone|iPad|iPod/.test(userAgent);
  const platform = ios ? 'ios' : /Android/.test(userAgent) ? 'android' : 'desktop';
  // Android's web views have `wv`, or, where the app removed it, a version of their own; those of iOS lack the word Safari, as do
  // pages on the home screen, which open links like Safari.
  const webView =
    platform === 'android'
      ? /; wv\)|Version\/[\d.]+ Chrome\//.test(userAgent)
      : ios && !standalone && !/Safari\//.test(userAgent);
  return { platform, embedded: telegram === true || webView || APPS.test(userAgent) };
}

/** The environment of this browser; outside of browsers that of a computer. */
export function linkEnvironment(): LinkEnvironment {
  const { userAgent = '', maxTouchPoints, standalone }: Partial<BrowserSigns> = globalThis.navigator ?? {};
  return readLinkEnvironment({
    userAgent,
    maxTouchPoints,
    standalone,
    telegram: 'TelegramWebviewProxy' in window,
  });
}

/**
 * Whether a provider shows an error instead of its login page: Google in every browser of another app (`disallowed_useragent`),
 * Facebook in those on Android.
 */
export function refusesBrowser(provider: LoginProvider, { platform, embedded }: LinkEnvironment): boolean {
  return embedded && (provider === 'google' || (provider === 'facebook' && platform === 'android'));
}
