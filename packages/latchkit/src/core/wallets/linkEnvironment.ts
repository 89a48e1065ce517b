/** Where the page runs, as far as following a link to a wallet is concerned. */
export interface LinkEnvironment {
  readonly platform: 'ios' | 'android' | 'desktop';
  /** Inside another app's browser or web view, Telegram's for example: only https links lead out of it. */
  readonly embedded: boolean;
}

/** The parts of a browser that tell it. */
export interface BrowserSigns {
  readonly userAgent: string;
  readonly maxTouchPoints?: number | undefined;
  /** Whether Telegram put its proxy into the page. */
  readonly telegram?: boolean | undefined;
}

const APPS =
  /\b(?:Telegram|FBAN|FBAV|Instagram|Line|Twitter|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|Reddit|DiscordBot|Discord)\b/i;

/** Reads the environment out of a browser's signs. */
export function readLinkEnvironment({
  userAgent,
  maxTouchPoints = 0,
  telegram,
}: BrowserSigns): LinkEnvironment {
  // A tablet's Safari says it is a Macintosh; no Macintosh has a touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const ios = tablet || /iPhone|iPad|iPod/.test(userAgent);
  const platform = ios ? 'ios' : /Android/.test(userAgent) ? 'android' : 'desktop';
  // Android's web views say `wv`; those of iOS leave out the word Safari.
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
