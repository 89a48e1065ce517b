import {
  type CallInput,
  type CallResponse,
  matchLocale,
  type readFarcasterSignInCall,
  type startFarcasterSignInCall,
  type startFarcasterSignInRequest,
} from 'latchkit/protocol';
import { RegistryDown } from '../../shared/idRegistry.js';
import type { Caller } from '../../shared/proveCaller.js';
import { FARCASTER_MESSAGE_LIFE, farcasterNonce, verifyFarcaster } from '../../shared/verifyFarcaster.js';
import { walletError } from '../../shared/walletError.js';
import { findInstallation } from '../auth/installations.js';
import { takeOfNetwork } from '../auth/takeOfNetwork.js';
import type { SignedChannel } from './farcasterRelay.js';
import type { SocialIdentity } from './oauthClient.js';
import { pictureOf, textOf } from './readField.js';
import { socialSignInState } from './redeemSocialSignIn.js';
import { SocialError } from './SocialError.js';
import type { FarcasterSetup, SocialParts } from './SocialParts.js';
import { SOCIAL_ALLOWANCES, SOCIAL_TIMES } from './socialLimits.js';
import {
  addSocialTxn,
  armRelayTxn,
  channelOf,
  failSocialTxn,
  findOwnSocialTxn,
  finishSocialTxn,
  type SocialTxn,
  takeSocialTxn,
} from './socialTxns.js';

/**
 * Opens a channel at the relay, for a message that only this installation can use.
 *
 * @throws HttpError 403 `PROVIDER_UNAVAILABLE` without a relay or while it is down, 403 `SIGN_IN_INVALID`, 429.
 */
export async function startFarcasterSignIn(
  parts: SocialParts,
  caller: Caller,
  { locale }: CallInput<typeof startFarcasterSignInRequest>['body'],
): Promise<CallResponse<typeof startFarcasterSignInCall>> {
  const { store, allowances, farcaster, frameUrl } = parts;
  const { jkt } = caller;
  await allowances.take('social', jkt, SOCIAL_ALLOWANCES.startsOfInstallation);
  await takeOfNetwork(parts, caller, 'social network', SOCIAL_ALLOWANCES.startsOfNetwork);
  if (farcaster === undefined) throw walletError('PROVIDER_UNAVAILABLE');
  const isRegistered = (await findInstallation(store, store.database, jkt)) !== undefined;
  if (!isRegistered) throw walletError('SIGN_IN_INVALID');
  const asked = {
    provider: 'farcaster',
    way: 'relay',
    returnTo: undefined,
    locale: matchLocale(locale),
  } as const;
  const txn = await addSocialTxn(store, caller, asked);
  const opened = farcaster.relay.open({
    siweUri: `${frameUrl}/`,
    domain: new URL(frameUrl).host,
    nonce: farcasterNonce({ txn, jkt }),
    expirationTime: new Date(Date.now() + FARCASTER_MESSAGE_LIFE).toISOString(),
  });
  const { channelToken, url } = await opened
    .then(channel => refuseServicePage(parts, channel))
    .catch(error => {
      parts.failed('farcaster', error);
      throw walletError('PROVIDER_UNAVAILABLE', error);
    });
  await armRelayTxn(store, txn, { jkt, channelToken, life: SOCIAL_TIMES.channel });
  return { txn, url };
}

/** The portal links to the channel's page, and the wallet window trusts what a page of the wallet service opens. */
function refuseServicePage<Channel extends { readonly url: string }>(
  { isServiceOrigin }: SocialParts,
  channel: Channel,
): Channel {
  if (!isServiceOrigin(new URL(channel.url).origin)) return channel;
  throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The relay names a page of the wallet service');
}

/**
 * Asks the relay for the signed message, verifies it, and returns the state of the caller's sign-in.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID`, 429.
 */
export async function farcasterSignInState(
  parts: SocialParts,
  caller: Caller,
  id: string,
): Promise<CallResponse<typeof readFarcasterSignInCall>> {
  const { store, allowances, farcaster } = parts;
  await allowances.take('farcaster status', caller.jkt, SOCIAL_ALLOWANCES.looksOfInstallation);
  const txn = await findOwnSocialTxn(store, caller, id);
  const isOpen = txn?.way === 'relay' && txn.state === 'armed' && txn.expiresAt.getTime() > Date.now();
  if (isOpen && farcaster !== undefined) await readResult(parts, farcaster, txn);
  return socialSignInState(parts, caller, id);
}

/** `armed` → `done` or `failed`, once the relay has a message. */
async function readResult(parts: SocialParts, farcaster: FarcasterSetup, txn: SocialTxn): Promise<void> {
  const { store, frameUrl } = parts;
  const { id, jkt } = txn;
  const fail = (error: unknown) => {
    parts.failed('farcaster', error);
    return failSocialTxn(store, id, error instanceof SocialError ? error.failure : 'PROVIDER_UNAVAILABLE');
  };
  const signed = await farcaster.relay.read((await channelOf(store, txn)) ?? '').catch(async error => {
    // While the relay is down, the next poll may reach it.
    const isDown = error instanceof SocialError && error.failure === 'PROVIDER_UNAVAILABLE';
    if (!isDown && (await takeSocialTxn(store, id))) await fail(error);
    return undefined;
  });
  if (signed === undefined || !(await takeSocialTxn(store, id))) return;
  try {
    await finishSocialTxn(store, id, await identityOf(farcaster, { frameUrl, txn: id, jkt }, signed));
  } catch (error) {
    await fail(error);
  }
}

async function identityOf(
  { registry }: FarcasterSetup,
  login: Parameters<typeof verifyFarcaster>[1],
  { message, signature, username, displayName, pfpUrl }: SignedChannel,
): Promise<SocialIdentity> {
  const subject = await verifyFarcaster(registry, login, { message, signature }).catch(error => {
    if (error instanceof RegistryDown) throw new SocialError('PROVIDER_UNAVAILABLE', error.message);
    throw error;
  });
  if (subject === undefined)
    throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The signed message is not valid');
  return {
    subject,
    name: textOf(username) ?? textOf(displayName),
    picture: pictureOf(pfpUrl),
    token: JSON.stringify({ message, signature }),
  };
}
