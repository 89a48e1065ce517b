import type { CallResponse, SocialFailure, takeSocialEndingCall } from 'latchkit/protocol';
import { useGrant } from '../../shared/grants.js';
import { hashText, isSameText } from '../../shared/hashText.js';
import { socialSubject } from '../../shared/socialSubject.js';
import { walletError } from '../../shared/walletError.js';
import type { IdentifiedLogin } from './oauthClient.js';
import { returnPage } from './returnPage.js';
import { SocialError } from './SocialError.js';
import { callbackOf, type SocialParts } from './SocialParts.js';
import type { ProviderSetup } from './SocialProvider.js';
import { MAX_FORM } from './socialLimits.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';
import {
  failSocialTxn,
  findAnySocialTxn,
  findSocialTxn,
  finishSocialTxn,
  formOf,
  keepForm,
  noteElsewhere,
  type ProvedIdentity,
  type SocialTxn,
  socialSecrets,
  socialTxnOf,
  takeEnding,
  takeSocialTxn,
} from './socialTxns.js';
import { refuseEarlier, type TelegramResult, telegramResult } from './telegramLogin.js';

/**
 * Receives the form that a provider posts. No browser sends the cookie with it, so it is kept until the browser comes with the cookie.
 *
 * @returns where the browser goes next.
 */
export async function receiveForm(parts: SocialParts, form: URLSearchParams): Promise<string> {
  const { store } = parts;
  const state = form.get('state') ?? '';
  const id = socialTxnOf(store, state);
  const txn = id === undefined ? undefined : await findSocialTxn(store, id);
  const isPosted = txn !== undefined && isOfForms(txn);
  if (isPosted && `${form}`.length <= MAX_FORM) await keepForm(store, txn.id, form);
  return isPosted ? `${callbackOf(parts)}?${new URLSearchParams({ state })}` : `${donePage(parts)}#`;
}

const isOfForms = ({ provider }: SocialTxn) =>
  provider !== 'farcaster' && SOCIAL_PROVIDERS[provider].responseMode === 'form_post';

/**
 * Receives the provider's response in the browser that the sign-in is bound to. In another browser it only tells the page that waits:
 * the response counts once the right browser brings it.
 *
 * @param parameters - What the provider sent.
 * @param bindOf - The browser's cookie of a sign-in.
 * @returns where the browser goes next.
 */
export async function finishSocialSignIn(
  parts: SocialParts,
  parameters: URLSearchParams,
  bindOf: (txn: string) => string | undefined,
): Promise<string> {
  const { store } = parts;
  const id = socialTxnOf(store, parameters.get('state') ?? undefined);
  const txn = id === undefined ? undefined : await findSocialTxn(store, id);
  const bind = txn && bindOf(txn.id);
  const isBound = txn?.bindHash != null && bind !== undefined && isSameText(hashText(bind), txn.bindHash);
  if (txn === undefined || !isBound) {
    if (id !== undefined) await useUp(parts, id, parameters).catch(() => {});
    const isWaiting = txn !== undefined && (await noteElsewhere(store, txn.id));
    return `${donePage(parts)}#${isWaiting ? 'elsewhere' : ''}`;
  }
  const given = await responseOf(parts, txn, parameters);
  if (given === undefined) return `${donePage(parts)}#`;
  // Of several requests with one response, the others do not use it up.
  if (!(await takeSocialTxn(store, txn.id))) return `${donePage(parts)}#`;
  try {
    await finishSocialTxn(store, txn.id, await identityOf(parts, txn, given));
    parts.revokeSoon();
  } catch (error) {
    parts.failed(txn.provider, error);
    const failure = error instanceof SocialError ? error.failure : 'PROVIDER_RESPONSE_INVALID';
    await failSocialTxn(store, txn.id, failure);
    return nextPage(parts, txn, { failure });
  }
  return nextPage(parts, txn, { resultCode: socialSecrets(store, txn.id, txn.jkt).resultCode });
}

/** What the provider sent: for Apple the form that it posted. Undefined: nothing, or the form came more than a minute ago. */
async function responseOf({ store }: SocialParts, txn: SocialTxn, parameters: URLSearchParams) {
  const form = isOfForms(txn) ? await formOf(store, txn) : undefined;
  // A replica of an older version puts the form's values into the address.
  const isComplete = ['code', 'error', 'error_code', 'tgAuthResult'].some(name => parameters.has(name));
  return form ?? (isComplete ? parameters : undefined);
}

async function identityOf(
  parts: SocialParts,
  txn: SocialTxn,
  parameters: URLSearchParams,
): Promise<ProvedIdentity> {
  const { store, client, findProvider } = parts;
  if (txn.provider === 'farcaster') throw new Error('Farcaster has no callback');
  const setup = await findProvider(txn.projectId, txn.provider);
  if (setup === undefined) throw new SocialError('PROVIDER_MISCONFIGURED', 'The credentials were removed');
  if (txn.provider === 'telegram') {
    const result = await takeTelegram(parts, setup, txn, parameters);
    refuseEarlier(result, txn.createdAt);
    return provedBy(setup, result.identity);
  }
  const { state, verifier, nonce } = socialSecrets(store, txn.id, txn.jkt);
  const values = { redirectUri: callbackOf(parts), state, verifier, nonce };
  return provedBy(setup, await client.identify(setup, values, parameters));
}

/** Verifies Telegram's result and uses it up. @throws SocialError if it was used before, in whatever login. */
async function takeTelegram(
  { store }: SocialParts,
  { credentials }: ProviderSetup,
  { id }: SocialTxn,
  parameters: URLSearchParams,
): Promise<TelegramResult> {
  const result = telegramResult(credentials, parameters.get('tgAuthResult') ?? '');
  const isFirst = await useGrant(store, store.database, result.hash, 'telegram', id).catch(() => false);
  if (!isFirst) throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The result was used before');
  return result;
}

/** Uses up a result of Telegram that comes to a login that cannot take it. Nobody can bring it to another one. */
async function useUp(parts: SocialParts, id: string, parameters: URLSearchParams): Promise<void> {
  const txn = parameters.has('tgAuthResult') ? await findAnySocialTxn(parts.store, id) : undefined;
  if (txn?.provider !== 'telegram') return;
  const setup = await parts.findProvider(txn.projectId, txn.provider);
  if (setup !== undefined) await takeTelegram(parts, setup, txn, parameters);
}

/** The identity belongs to the owner of the client that proved it. */
function provedBy({ owner }: ProviderSetup, identity: IdentifiedLogin): ProvedIdentity {
  const subject = socialSubject(owner, identity.subject);
  if (subject === undefined) throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The user id has a colon');
  return { ...identity, subject, isOwned: true };
}

type Ending = { readonly resultCode: string } | { readonly failure: SocialFailure };

/**
 * The popup's last page, which asks for the ending, or the page that the visitor left. The page is checked once more, because a
 * replica of an older version may have stored it. The fragment is written in any case: a browser would keep that of the
 * address before.
 */
function nextPage(parts: SocialParts, txn: SocialTxn, ending: Ending): string {
  const { id, projectId, hostOrigin, returnTo } = txn;
  if (returnTo === null) return `${donePage(parts)}#${id}`;
  const page = returnPage(parts, { projectId, hostOrigin }, returnTo);
  if (page === undefined) return `${donePage(parts)}#`;
  const resultUri = `${donePage(parts)}?${new URLSearchParams({ txn: id, ...ending })}`;
  return `${page}?result_uri=${encodeURIComponent(resultUri)}#`;
}

const donePage = ({ frameUrl }: SocialParts) => `${frameUrl}/window/done`;

/**
 * Tells the popup's last page how the sign-in ended and which page started it, once. The address of that page names no receiver,
 * because anyone can write an address.
 *
 * @param bindOf - The browser's cookie of a sign-in.
 * @throws HttpError 403 `SIGN_IN_INVALID`: another browser, or told before.
 */
export async function tellEnding(
  { store }: SocialParts,
  id: string,
  bindOf: (txn: string) => string | undefined,
): Promise<CallResponse<typeof takeSocialEndingCall>> {
  const bind = bindOf(id);
  const txn = bind === undefined ? undefined : await takeEnding(store, id, hashText(bind));
  if (txn === undefined) throw walletError('SIGN_IN_INVALID');
  const { hostOrigin, failure, jkt } = txn;
  if (failure !== null) return { hostOrigin, failure };
  return { hostOrigin, resultCode: socialSecrets(store, id, jkt).resultCode };
}
