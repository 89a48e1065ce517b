import * as z from 'zod/mini';
import { localeField } from '../wallet/walletFields.js';
import {
  accountTypeField,
  chainIdField,
  emailField,
  idField,
  nothing,
  otpField,
  rpcNamespaceField,
  socialProviderField,
  text,
  uriField,
} from './frameFields.js';
import { frameTheme } from './frameTheme.js';
import { frameUser } from './frameUser.js';

/** How the wallet page processes a message. */
export interface FramePolicy {
  /** `serial`: one at a time, a second one fails with BUSY. `fifo`: in order of arrival. `parallel`: concurrently. */
  readonly order: 'serial' | 'fifo' | 'parallel';
  /** Changes the signed-in user; all such messages share one queue. */
  readonly auth: boolean;
  /** Requires the visitor's approval. */
  readonly unsafe: boolean;
  /**
   * The visitor's own action: it gives the host nothing, so a pause after the host's requests does not concern it, and declining it starts
   * none.
   */
  readonly own?: true;
  /** What its arrival cancels: pending approvals, or everything. */
  readonly ends?: 'approvals' | 'everything';
}

const safe: FramePolicy = { order: 'parallel', auth: false, unsafe: false };
const auth: FramePolicy = { order: 'serial', auth: true, unsafe: false };
const once: FramePolicy = { order: 'serial', auth: false, unsafe: false };
const account: FramePolicy = { ...once, ends: 'approvals' };
const last: FramePolicy = { ...auth, ends: 'everything' };
/** Requires the visitor's approval; signing in and out is blocked meanwhile. */
const consent: FramePolicy = { order: 'serial', auth: true, unsafe: true };
const own: FramePolicy = { ...consent, own: true };
const approval: FramePolicy = { order: 'fifo', auth: false, unsafe: true };

const short = 15_000;
/** Timeout of messages during which a visitor reads an email or visits another page. */
const long = 120_000;

const login = { preferredAccountType: z.optional(accountTypeField), chainId: z.optional(chainIdField) };
const afterConnect = z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) });
const chain = z.object({ chainId: chainIdField });
/** A new device has to be approved with the link in an email: wait with CONNECT_DEVICE. */
const linkSent = z.object({
  action: z.literal('VERIFY_DEVICE'),
  /** The address, masked. */
  email: z.string(),
  /** Seconds until another link may be requested. */
  retryAfter: z.number(),
});
/**
 * A login in the tab itself can end only in the browser that has passed `uri`. Missing in wallet pages of ff850231 and older, whose
 * logins can be completed elsewhere.
 */
const endsHere = z.optional(z.literal(true));
const empty = z.object({});

/**
 * Every message from a host page to the embedded wallet, by name: its payload, its result, its policy, and the host's timeout in
 * milliseconds; undefined: the wallet ends it (`FRAME_LIMITS.approvalLife`). On the wire the name is prefixed with `APP/`.
 */
export const FRAME_MESSAGES = {
  SWITCH_NETWORK: {
    payload: z.strictObject({ chainId: chainIdField }),
    success: chain,
    policy: account,
    timeout: short,
  },
  CONNECT_EMAIL: {
    payload: z.strictObject({ email: emailField }),
    success: afterConnect,
    policy: auth,
    timeout: long,
  },
  /** Waits for the link of CONNECT_EMAIL, then sends a code; or for the link of CONNECT_SOCIAL, then connects. */
  CONNECT_DEVICE: {
    payload: nothing,
    success: z.object({ action: z.enum(['VERIFY_OTP', 'CONNECT']) }),
    policy: auth,
    timeout: long,
  },
  CONNECT_OTP: { payload: z.strictObject({ otp: otpField }), success: empty, policy: auth, timeout: long },
  /**
   * Logs in with the wallet of the browser's wallet window, once the visitor has agreed there. A host that has opened
   * `/window#{id}` with the message's id in the visitor's press spares the visitor another one. `email`: of the login in progress.
   */
  CONNECT_SIBLING: {
    payload: z.strictObject({ email: emailField }),
    success: empty,
    policy: consent,
    timeout: undefined,
  },
  /** Opens the wallet in the wallet window, which goes on to the portal. The window opens as for `CONNECT_SIBLING`. */
  MANAGE_WALLET: { payload: nothing, success: empty, policy: own, timeout: undefined },
  /** Starts a login in a popup, or, with `returnTo`, in the tab itself, which comes back to that page of the host. */
  GET_SOCIAL_REDIRECT_URI: {
    payload: z.strictObject({ provider: socialProviderField, returnTo: z.optional(uriField) }),
    success: z.object({
      /** The page of the wallet service for the popup or the tab. */
      uri: uriField,
      /** A popup may look closed although it is open: wait with CONNECT_SOCIAL and `uri`. Gateways of before know only of some providers. */
      cutsOpener: z.optional(z.boolean()),
      endsHere,
    }),
    policy: auth,
    timeout: long,
  },
  /**
   * Completes a login. `uri`: what the popup posted (`SocialResult`), or the `result_uri` of the page; or the `uri` of
   * GET_SOCIAL_REDIRECT_URI, which waits until the login at the provider has ended; POPUP_CLOSED: it never got there. While a link is awaited, the same `uri`
   * sends another one.
   */
  CONNECT_SOCIAL: {
    payload: z.strictObject({ uri: uriField, ...login }),
    success: z.union([frameUser, linkSent]),
    policy: auth,
    timeout: long,
  },
  /** Abandons the login in a popup with this `uri`: the popup's secret is dropped, so its result is not taken any more. */
  LEAVE_SOCIAL: { payload: z.strictObject({ uri: uriField }), success: empty, policy: safe, timeout: short },
  /** Starts a login with Telegram, which leaves the page and comes back with a `result_uri` for CONNECT_SOCIAL. */
  GET_TELEGRAM_REDIRECT_URI: {
    payload: z.strictObject({ returnTo: uriField }),
    /** The page of the wallet service for the tab. */
    success: z.object({ uri: uriField, endsHere }),
    policy: auth,
    timeout: long,
  },
  /** Starts a login with Farcaster. `url` opens the visitor's Farcaster app, for five minutes. */
  GET_FARCASTER_URI: { payload: nothing, success: z.object({ url: uriField }), policy: auth, timeout: long },
  /** Waits until the visitor has approved in the app, and logs in. */
  CONNECT_FARCASTER: {
    payload: nothing,
    success: z.object({ userName: text(64) }),
    policy: auth,
    timeout: long,
  },
  /**
   * With `socialUri`, the `result_uri` of the page, it completes a login first; see `framePolicy`. LINK_REQUIRED: nothing was sent yet, and
   * CONNECT_SOCIAL with this URI sends the link. `preferredAccountType`: decides which EVM account is active until the user chooses.
   */
  GET_USER: {
    payload: z.strictObject({ ...login, socialUri: z.optional(uriField) }),
    success: frameUser,
    policy: safe,
    timeout: long,
  },
  IS_CONNECTED: {
    payload: z.strictObject({ token: z.optional(text(4_096)) }),
    success: z.object({ isConnected: z.boolean(), resumable: z.optional(z.boolean()) }),
    policy: safe,
    timeout: short,
  },
  GET_CHAIN_ID: { payload: nothing, success: chain, policy: safe, timeout: short },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    success: z.object({ smartAccountEnabledNetworks: z.array(z.int()) }),
    policy: safe,
    timeout: short,
  },
  INIT_SMART_ACCOUNT: {
    payload: nothing,
    success: z.object({ address: z.string(), isDeployed: z.boolean() }),
    policy: once,
    timeout: 60_000,
  },
  SET_PREFERRED_ACCOUNT: {
    payload: z.strictObject({ type: accountTypeField }),
    success: z.object({ type: accountTypeField, address: z.string() }),
    policy: account,
    timeout: short,
  },
  /** The method determines the policy; see `framePolicy`. */
  RPC_REQUEST: {
    payload: z.strictObject({
      method: text(100),
      params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
      chainId: chainIdField,
      chainNamespace: rpcNamespaceField,
    }),
    success: z.unknown(),
    policy: approval,
    timeout: undefined,
  },
  /** Cancels the request `id`, or all pending approvals. Success means that none of them continues. */
  RPC_ABORT: {
    payload: z.strictObject({ id: z.optional(idField) }),
    success: empty,
    policy: safe,
    timeout: 3_000,
  },
  /** Changes nothing until the visitor has consented in the wallet window. */
  UPDATE_EMAIL: {
    payload: z.strictObject({ email: emailField }),
    success: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    policy: consent,
    timeout: undefined,
  },
  UPDATE_EMAIL_PRIMARY_OTP: {
    payload: z.strictObject({ otp: otpField }),
    success: empty,
    policy: auth,
    timeout: long,
  },
  UPDATE_EMAIL_SECONDARY_OTP: {
    payload: z.strictObject({ otp: otpField }),
    success: z.object({ newEmail: z.string() }),
    policy: auth,
    timeout: long,
  },
  SYNC_THEME: { payload: frameTheme, success: empty, policy: safe, timeout: short },
  /** The host's self-declared metadata: shown as a claim, never instead of its origin. */
  SYNC_DAPP_DATA: {
    payload: z.strictObject({
      metadata: z.strictObject({
        name: z.string().check(z.maxLength(256)),
        description: z.optional(z.string().check(z.maxLength(1_024))),
        url: z.optional(z.string().check(z.maxLength(2_048))),
        icons: z.optional(z.array(z.string().check(z.maxLength(8_192))).check(z.maxLength(8))),
      }),
      projectId: text(100),
      sdkVersion: text(64),
      sdkType: text(32),
      /** The visitor's language, for the wallet page and its emails. Default: English. */
      locale: z.optional(localeField),
    }),
    success: empty,
    policy: safe,
    timeout: short,
  },
  /** The host waits at most 3 s. */
  SIGN_OUT: { payload: nothing, success: empty, policy: last, timeout: 3_000 },
  RELOAD: { payload: nothing, success: empty, policy: last, timeout: 20_000 },
} as const;

/** The name of a message from a host page to the embedded wallet. */
export type FrameMessage = keyof typeof FRAME_MESSAGES;

/** A message's payload. */
export type FramePayload<T extends FrameMessage> = z.infer<(typeof FRAME_MESSAGES)[T]['payload']>;

/** A message's result. */
export type FrameSuccess<T extends FrameMessage> = z.infer<(typeof FRAME_MESSAGES)[T]['success']>;

/** Whether `name` is a message's name. */
export function isFrameMessage(name: unknown): name is FrameMessage {
  return typeof name === 'string' && Object.hasOwn(FRAME_MESSAGES, name);
}
