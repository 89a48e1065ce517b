import { farcasterToken } from 'latchkit/protocol';
import * as z from 'zod';
import { absent } from '../../../platform/absent.js';
import { parseJson } from '../../../platform/http/parseJson.js';
import { providerFetch } from './providerFetch.js';
import { SocialError } from './SocialError.js';

/** What a Farcaster app has to sign. */
export interface AskedMessage {
  readonly siweUri: string;
  readonly domain: string;
  readonly nonce: string;
  /** RFC 3339. */
  readonly expirationTime: string;
}

const openedChannel = z.object({ channelToken: z.string().min(1).max(1_000), url: z.string() });

/** A message that a Farcaster app has signed, not verified. The names are as the app sent them. */
const signedChannel = z.object({
  ...farcasterToken.shape,
  state: z.literal('completed'),
  username: absent(z.string()),
  displayName: absent(z.string()),
  pfpUrl: absent(z.string()),
});

/** A message that a Farcaster app has signed, not verified. */
export type SignedChannel = z.infer<typeof signedChannel>;

/** A relay of Sign In With Farcaster (FIP-11), seen from the page's side. */
export interface FarcasterRelay {
  /** @throws SocialError */
  open(asked: AskedMessage): Promise<{ readonly channelToken: string; readonly url: string }>;
  /**
   * Returns the signed message, once; undefined until the user has signed.
   *
   * @throws SocialError `PROVIDER_UNAVAILABLE`: try again. `PROVIDER_RESPONSE_INVALID`: the channel is lost.
   */
  read(channelToken: string): Promise<SignedChannel | undefined>;
}

interface FarcasterRelayOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** Whether links with plain http are allowed, for development. */
  readonly allowsHttp: boolean;
  /** Milliseconds that the relay has for a response. */
  readonly timeout?: number | undefined;
}

export function farcasterRelay({ url: base, allowsHttp, timeout }: FarcasterRelayOptions): FarcasterRelay {
  const request = providerFetch(timeout);
  return {
    async open(asked) {
      const response = await request(`${base}/v1/channel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // Only the custody key itself: the vault knows no others.
        body: JSON.stringify({ ...asked, acceptAuthAddress: false }),
      });
      const found = openedChannel.safeParse(await jsonOf(response));
      if (response.status !== 201 || !found.success || !isLink(found.data.url, allowsHttp)) {
        throw invalid(`The relay opened no channel: status ${response.status}`);
      }
      return found.data;
    },
    async read(channelToken) {
      const response = await request(`${base}/v1/channel/status`, {
        headers: { authorization: `Bearer ${channelToken}` },
      });
      const body = await jsonOf(response);
      if (response.status === 202) return undefined;
      const signed = signedChannel.safeParse(body);
      if (response.status !== 200 || !signed.success) {
        throw invalid(`The relay has no valid result: status ${response.status}`);
      }
      return signed.data;
    },
  };
}

function isLink(text: string, allowsHttp: boolean): boolean {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  return text.length <= 2_048 && (protocol === 'https:' || (allowsHttp && protocol === 'http:'));
}

function jsonOf(response: Response): Promise<unknown> {
  // Without the cause, which quotes the response.
  return response
    .text()
    .then(text => parseJson(text))
    .catch(() => undefined);
}

const invalid = (message: string) => new SocialError('PROVIDER_RESPONSE_INVALID', message);
