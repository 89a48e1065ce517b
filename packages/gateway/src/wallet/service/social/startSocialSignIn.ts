import { randomBytes } from 'node:crypto';
import {
  type armSocialSignInCall,
  type CallInput,
  type CallResponse,
  matchLocale,
  type startSocialSignInCall,
  type startSocialSignInRequest,
} from 'latchkit/protocol';
import { hashText } from '../../shared/hashText.js';
import type { Caller } from '../../shared/proveCaller.js';
import { walletError } from '../../shared/walletError.js';
import { findInstallation } from '../auth/installations.js';
import { takeOfNetwork } from '../auth/takeOfNetwork.js';
import { returnPage } from './returnPage.js';
import { callbackOf, type SocialParts } from './SocialParts.js';
import type { ProviderSetup } from './SocialProvider.js';
import { SOCIAL_ALLOWANCES } from './socialLimits.js';
import { addSocialTxn, armSocialTxn, findSocialTxn, type SocialTxn, socialSecrets } from './socialTxns.js';
import { telegramUrl } from './telegramLogin.js';

/**
 * Starts a sign-in. Nothing is sent to the provider yet.
 *
 * @throws HttpError 403 `PROVIDER_UNAVAILABLE` without credentials, 403 `SIGN_IN_INVALID`, 429.
 */
export async function startSocialSignIn(
  parts: SocialParts,
  caller: Caller,
  { provider, way, returnTo, locale }: CallInput<typeof startSocialSignInRequest>['body'],
): Promise<CallResponse<typeof startSocialSignInCall>> {
  const { store, allowances, frameUrl, findProvider } = parts;
  await allowances.take('social', caller.jkt, SOCIAL_ALLOWANCES.startsOfInstallation);
  await takeOfNetwork(parts, caller, 'social network', SOCIAL_ALLOWANCES.startsOfNetwork);
  const setup = await findProvider(caller.projectId, provider);
  if (setup === undefined || (provider === 'telegram' && way === 'popup')) {
    throw walletError('PROVIDER_UNAVAILABLE');
  }
  const isRegistered = (await findInstallation(store, store.database, caller.jkt)) !== undefined;
  const page = returnTo === undefined ? undefined : returnPage(parts, caller, returnTo);
  const isComplete = way === 'page' ? page !== undefined : returnTo === undefined;
  if (!isRegistered || !isComplete) throw walletError('SIGN_IN_INVALID');
  const asked = { provider, way, returnTo: page, locale: matchLocale(locale) };
  const txn = await addSocialTxn(store, caller, asked);
  const uri = `${frameUrl}/window/oauth#${txn}${way === 'page' ? '&page' : ''}`;
  return { txn, uri, cutsOpener: true };
}

/** An armed sign-in, and the values of its cookies. */
export interface Armed {
  readonly answer: CallResponse<typeof armSocialSignInCall>;
  /** What the provider's response requires. */
  readonly bind: string;
  /** What the redemption requires; undefined for a popup, which has a secret instead. */
  readonly pass: string | undefined;
}

/**
 * Binds a sign-in to the browser that calls, once.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID`, 403 `PROVIDER_UNAVAILABLE`.
 */
export async function armSocialSignIn(
  parts: SocialParts,
  id: string,
  secretHash: string | undefined,
): Promise<Armed> {
  const { store, findProvider } = parts;
  const txn = await findSocialTxn(store, id);
  // Farcaster has no page that could be bound.
  if (txn?.state !== 'created' || txn.provider === 'farcaster') throw walletError('SIGN_IN_INVALID');
  const setup = await findProvider(txn.projectId, txn.provider);
  if (setup === undefined) throw walletError('PROVIDER_UNAVAILABLE');
  const authorizeUrl = await authorizeUrlOf(parts, setup, txn);
  const bind = newSecret();
  const pass = txn.way === 'page' ? newSecret() : undefined;
  const binding = { secretHash, bindHash: hashText(bind), passHash: pass && hashText(pass) };
  if (!(await armSocialTxn(store, id, binding))) throw walletError('SIGN_IN_INVALID');
  return { answer: { provider: txn.provider, hostOrigin: txn.hostOrigin, authorizeUrl }, bind, pass };
}

const newSecret = () => randomBytes(32).toString('base64url');

async function authorizeUrlOf(parts: SocialParts, setup: ProviderSetup, txn: SocialTxn): Promise<string> {
  const { state, verifier, nonce } = socialSecrets(parts.store, txn.id, txn.jkt);
  const redirectUri = callbackOf(parts);
  if (txn.provider === 'telegram') return telegramUrl(setup, `${redirectUri}?state=${state}`);
  try {
    const values = { redirectUri, state, nonce, verifier };
    return await parts.client.authorizeUrl(setup, values, txn.way === 'page');
  } catch (error) {
    parts.failed(txn.provider, error);
    throw walletError('PROVIDER_UNAVAILABLE', error);
  }
}
