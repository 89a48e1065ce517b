/** The page's environment, as far as it affects links to wallets. */
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
}

const APPS =
  /\b(?:Telegram|FBAN|FBAV|Instagram|Line|Twitter|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|Reddit|DiscordBot|Discord)\b/i;

/** Detects the environment from browser properties. */
export function readLinkEnvironment({
  userAgent,
  maxTouchPoints = 0,
  telegram,
}: BrowserSigns): LinkEnvironment {
  // Safari on an iPad identifies as Macintosh; Macs have no touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const ios = tablet || /iPhone|iPad|iPod/.test(userAgent);
  const platform = ios ? 'ios' : /Android/.test(userAgent) ? 'android' : 'desktop';
  // Android web views contain `wv`; those of iOS lack the word Safari.
  const webView = platform === 'android' ? /; wv\)/.test(userAgent) : ios && !/Safari\//.test(userAgent);
  return {
    platform,
    embedded: platform !== 'desktop' && (telegram === true || webView || APPS.test(userAgent)),
  };
}

/** The environment of this browser. */
export function linkEnvironment(): LinkEnvironment {
  const { userAgent, maxTouchPoints } = navigator;
  return readLinkEnvironment({ userAgent, maxTouchPoints, telegram: 'TelegramWebviewProxy' in window });
}
