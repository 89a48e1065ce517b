import { createHash, timingSafeEqual } from 'node:crypto';
import {
  completeFarcasterChannelRequest,
  openFarcasterChannelRequest,
  readFarcasterChannelRequest,
} from 'latchkit/protocol';
import { bearerToken } from '../../platform/http/bearerToken.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { Cache } from '../../platform/ports/Cache.js';
import { handle } from '../projects/projectCalls.js';
import { farcasterChannels } from './farcasterChannels.js';

/** Settings of the Farcaster relay. */
export interface FarcasterRelaySetup {
  /** Page of the wallet app, which gets the channel's token in its query. */
  readonly clientUrl: string;
  /** Key that the wallet app and the relay share. */
  readonly key: string;
}

const KEY_HEADER = 'X-Farcaster-Auth-Relay-Key';

/** The relay of Sign In With Farcaster (FIP-11), for a wallet app of the operator's own. */
export function farcasterCalls(
  { clientUrl, key }: FarcasterRelaySetup,
  cache: Cache,
): readonly CallHandler[] {
  const channels = farcasterChannels(cache, clientUrl);
  return [
    handle(openFarcasterChannelRequest, ({ body }) => channels.open(body)),
    handle(readFarcasterChannelRequest, async ({ context }) => {
      context.header('Cache-Control', 'no-store');
      const channel = await channels.read(bearerToken(context));
      return context.json(channel, channel.state === 'pending' ? 202 : 200);
    }),
    handle(completeFarcasterChannelRequest, ({ context, body }) => {
      if (!isSame(context.req.header(KEY_HEADER) ?? '', key)) {
        throw new HttpError(401, 'RELAY_KEY_INVALID', `The header ${KEY_HEADER} is wrong`);
      }
      return channels.complete(bearerToken(context), body);
    }),
  ];
}

/** Compares in constant time, also texts of different lengths. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map(text => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
