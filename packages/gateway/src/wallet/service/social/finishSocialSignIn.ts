import type { SocialFailure } from 'latchkit/protocol';
import { useGrant } from '../../shared/grants.js';
import { hashText, isSameText } from '../../shared/hashText.js';
import type { SocialIdentity } from './oauthClient.js';
import { SocialError } from './SocialError.js';
import { callbackOf, type SocialParts } from './SocialParts.js';
import {
  failSocialTxn,
  findSocialTxn,
  finishSocialTxn,
  type SocialTxn,
  socialSecrets,
  socialTxnOf,
  takeSocialTxn,
} from './socialTxns.js';
import { telegramResult } from './telegramLogin.js';

/**
 * Receives the provider's response in the browser that the sign-in is bound to.
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
  if (txn === undefined || !isBound || !(await takeSocialTxn(store, txn.id))) {
    return `${parts.frameUrl}/window/done#failure=SIGN_IN_INVALID`;
  }
  try {
    await finishSocialTxn(store, txn.id, await identityOf(parts, txn, parameters));
  } catch (error) {
    parts.failed(txn.provider, error);
    const failure = error instanceof SocialError ? error.failure : 'PROVIDER_RESPONSE_INVALID';
    await failSocialTxn(store, txn.id, failure);
    return nextPage(parts, txn, { failure });
  }
  return nextPage(parts, txn, { resultCode: socialSecrets(store, txn.id, txn.jkt).resultCode });
}

async function identityOf(
  parts: SocialParts,
  txn: SocialTxn,
  parameters: URLSearchParams,
): Promise<SocialIdentity> {
  const { store, client, findProvider } = parts;
  if (txn.provider === 'farcaster') throw new Error('Farcaster has no callback');
  const setup = await findProvider(txn.projectId, txn.provider);
  if (setup === undefined) throw new SocialError('PROVIDER_MISCONFIGURED', 'The credentials were removed');
  if (txn.provider === 'telegram') {
    const { identity, hash } = telegramResult(setup.credentials, parameters.get('tgAuthResult') ?? '');
    const isFirst = await useGrant(store, store.database, hash, 'telegram', txn.id).catch(() => false);
    if (!isFirst) throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The result was used before');
    return identity;
  }
  const { state, verifier, nonce } = socialSecrets(store, txn.id, txn.jkt);
  return client.identify(setup, { redirectUri: callbackOf(parts), state, verifier, nonce }, parameters);
}

type Ending = { readonly resultCode: string } | { readonly failure: SocialFailure };

/** The window's page, which posts the result to the page that started the sign-in, or the page that the visitor left. */
function nextPage({ frameUrl }: SocialParts, { id, way, hostOrigin, returnTo }: SocialTxn, ending: Ending) {
  const result = new URLSearchParams({ txn: id, ...ending });
  if (way === 'popup' || returnTo === null) {
    result.set('origin', hostOrigin);
    // In the fragment, so that it is in no log.
    return `${frameUrl}/window/done#${result}`;
  }
  const page = new URL(returnTo);
  // As text: URLSearchParams would encode the page's own parameters differently.
  const own = page.search.slice(1).split('&');
  const kept = own.filter(pair => pair !== '' && !pair.startsWith('result_uri='));
  const resultUri = encodeURIComponent(`${frameUrl}/window/done?${result}`);
  page.search = [...kept, `result_uri=${resultUri}`].join('&');
  return page.href;
}
