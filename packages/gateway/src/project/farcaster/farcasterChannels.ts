import { randomBytes } from 'node:crypto';
import {
  type CallInput,
  type CallResponse,
  type completeFarcasterChannelRequest,
  type FarcasterChannel,
  farcasterChannel,
  type openFarcasterChannelCall,
  type openFarcasterChannelRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Cache } from '../../platform/ports/Cache.js';

/** How long a channel lives, in milliseconds. */
const LIFE = 300_000;

const stored = z.object({ channel: farcasterChannel, expiresAt: z.number() });

/** Channels of Sign In With Farcaster, between a page and a wallet app. Replicas share them. */
export interface FarcasterChannels {
  /** Opens a channel for five minutes. */
  open(
    asked: CallInput<typeof openFarcasterChannelRequest>['body'],
  ): Promise<CallResponse<typeof openFarcasterChannelCall>>;
  /** Returns a channel; a completed one only once. @throws HttpError 401 `CHANNEL_NOT_FOUND`. */
  read(token: string): Promise<FarcasterChannel>;
  /** Stores the signed message, once. @throws HttpError 401 `CHANNEL_NOT_FOUND`. */
  complete(
    token: string,
    signed: CallInput<typeof completeFarcasterChannelRequest>['body'],
  ): Promise<FarcasterChannel>;
}

/** @param clientUrl - Page of the wallet app, which gets the channel's token in its query. */
export function farcasterChannels(cache: Cache, clientUrl: string): FarcasterChannels {
  const find = async (token: string): Promise<z.infer<typeof stored>> => {
    const text = await cache.get(keyOf(token));
    const found = text === undefined ? undefined : stored.parse(JSON.parse(text));
    if (found === undefined || found.expiresAt <= Date.now()) throw notFound();
    return found;
  };
  /** Whether no other call did this to the channel before. */
  const isFirst = async (token: string, action: string): Promise<boolean> =>
    (await cache.increment(`${keyOf(token)}:${action}`, 1, LIFE)).count === 1;

  return {
    async open({ acceptAuthAddress = true, ...params }) {
      const channelToken = randomBytes(32).toString('base64url');
      const nonce = params.nonce ?? randomBytes(16).toString('hex');
      const url = new URL(clientUrl);
      url.searchParams.set('channelToken', channelToken);
      const channel: FarcasterChannel = {
        state: 'pending',
        nonce,
        url: url.href,
        signatureParams: { ...params, nonce },
        metadata: { ip: '', userAgent: '' },
        acceptAuthAddress,
      };
      const value = JSON.stringify({ channel, expiresAt: Date.now() + LIFE });
      await cache.set(keyOf(channelToken), value, LIFE);
      return { channelToken, url: url.href, connectUri: url.href, nonce };
    },
    async read(token) {
      const { channel } = await find(token);
      if (channel.state === 'pending') return channel;
      if (!(await isFirst(token, 'read'))) throw notFound();
      await cache.delete(keyOf(token));
      return channel;
    },
    async complete(token, signed) {
      const { channel, expiresAt } = await find(token);
      if (channel.state !== 'pending' || !(await isFirst(token, 'completed'))) throw notFound();
      const completed: FarcasterChannel = { ...channel, ...signed, state: 'completed' };
      const life = Math.max(1, expiresAt - Date.now());
      await cache.set(keyOf(token), JSON.stringify({ channel: completed, expiresAt }), life);
      return completed;
    },
  };
}

const keyOf = (token: string) => `farcaster:${token}`;

function notFound(): HttpError {
  return new HttpError(401, 'CHANNEL_NOT_FOUND', 'The channel does not exist, or not any more');
}
