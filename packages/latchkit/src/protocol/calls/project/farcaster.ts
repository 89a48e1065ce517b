import * as z from 'zod/mini';
import { boundedText } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** A channel, as both sides see it. The signed message and the profile are as the wallet app sent them, not verified. */
export const farcasterChannel = z.object({
  state: z.enum(['pending', 'completed']),
  nonce: z.string(),
  /** Opens the wallet app. */
  url: z.string(),
  /** What the message has to say. */
  signatureParams: z.object({
    siweUri: z.string(),
    domain: z.string(),
    nonce: z.optional(z.string()),
    notBefore: z.optional(z.string()),
    expirationTime: z.optional(z.string()),
    requestId: z.optional(z.string()),
    redirectUrl: z.optional(z.string()),
  }),
  /** The relay stores nothing about the caller: both are empty. */
  metadata: z.object({ ip: z.string(), userAgent: z.string() }),
  /** Whether a key that the user's custody address authorized may sign. */
  acceptAuthAddress: z.boolean(),
  message: z.optional(z.string()),
  signature: z.optional(z.string()),
  authMethod: z.optional(z.enum(['custody', 'authAddress'])),
  fid: z.optional(z.number()),
  username: z.optional(z.string()),
  bio: z.optional(z.string()),
  displayName: z.optional(z.string()),
  pfpUrl: z.optional(z.string()),
});

/** A channel, as both sides see it. */
export type FarcasterChannel = z.infer<typeof farcasterChannel>;

const dateTime = () => z.optional(z.iso.datetime({ offset: true }));
const shortText = (max: number) => z.optional(z.string().check(z.maxLength(max)));

export const openFarcasterChannelCall = {
  method: 'POST',
  path: '/farcaster/v1/channel',
  auth: 'open',
  response: z.object({
    /** Names the channel and gives access to it. */
    channelToken: z.string(),
    /** What the QR code contains. */
    url: z.string(),
    connectUri: z.string(),
    nonce: z.string(),
  }),
} as const satisfies HttpCall;

/** The relay of Sign In With Farcaster (FIP-11): passes a signed message from the user's wallet app to the page. */
export const openFarcasterChannelRequest = {
  call: openFarcasterChannelCall,
  summary: 'Opens a channel of the Farcaster relay, for five minutes',
  body: () =>
    z.object({
      /** URI of the message. */
      siweUri: boundedText(2_048),
      /** Domain of the message. */
      domain: boundedText(253),
      /** Default: a random one. */
      nonce: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9]{8,128}$/))),
      notBefore: dateTime(),
      expirationTime: dateTime(),
      requestId: shortText(200),
      /** Where the wallet app sends the user afterwards. */
      redirectUrl: z.optional(boundedText(2_048)),
      /** Default: true. */
      acceptAuthAddress: z.optional(z.boolean()),
    }),
  status: 201,
  errors: [],
} as const satisfies HttpRequest;

export const readFarcasterChannelCall = {
  method: 'GET',
  path: '/farcaster/v1/channel/status',
  auth: 'open',
  response: farcasterChannel,
} as const satisfies HttpCall;

/** Status 202 while it is pending. A completed channel is read once. The token is sent as `Authorization: Bearer`. */
export const readFarcasterChannelRequest = {
  call: readFarcasterChannelCall,
  summary: 'State of a channel of the Farcaster relay',
  errors: ['CHANNEL_NOT_FOUND', 'INVALID_TOKEN'],
} as const satisfies HttpRequest;

export const completeFarcasterChannelCall = {
  method: 'POST',
  path: '/farcaster/v1/channel/authenticate',
  auth: 'open',
  response: farcasterChannel,
} as const satisfies HttpCall;

/** For the wallet app, with the relay's key in `X-Farcaster-Auth-Relay-Key`. The relay verifies no signature. */
export const completeFarcasterChannelRequest = {
  call: completeFarcasterChannelCall,
  summary: 'Completes a channel of the Farcaster relay',
  body: () =>
    z.object({
      message: boundedText(4_096),
      signature: z.string().check(z.regex(/^0x[\da-fA-F]+$/), z.maxLength(8_192)),
      authMethod: z.optional(z.enum(['custody', 'authAddress'])),
      fid: z.int().check(z.positive()),
      username: shortText(200),
      bio: shortText(2_000),
      displayName: shortText(200),
      pfpUrl: shortText(2_048),
    }),
  status: 201,
  errors: ['CHANNEL_NOT_FOUND', 'INVALID_TOKEN', 'RELAY_KEY_INVALID'],
} as const satisfies HttpRequest;
