import { type FramePageConfig, type FrameParams, framePageConfig, frameParams } from 'latchkit/protocol';

/** The page's parameters from its URL and its server. */
export interface PageFacts {
  readonly params: FrameParams;
  readonly config: FramePageConfig;
}

/** Reads both; undefined if either is invalid: the page must not start then. */
export function readPage(page: Document): PageFacts | undefined {
  const params = frameParams.safeParse(Object.fromEntries(new URLSearchParams(page.location.search)));
  const content = page.querySelector('meta[name="latchkit-frame"]')?.getAttribute('content') ?? '';
  const config = framePageConfig.safeParse(parseJson(content));
  return params.success && config.success ? { params: params.data, config: config.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
