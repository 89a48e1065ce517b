import { digestOf, type SigningRequest } from '@latchkit/keyring';
import type { EmailChangeRequest } from '../../account/createEmailUpdate.js';
import type { LoginLinkRequest } from '../../account/createLoginLink.js';
import type { LoginRemovalRequest } from '../../account/createLoginRemoval.js';
import type { Portal } from '../runtime/Portal.js';

/** A change of the wallet's logins that needs the user's consent. */
export type ConsentRequest = EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest;

/** The user's decision: when the button became armed, and when it was pressed. Undefined: no. */
export type ConsentDecision = { readonly armedAt: number; readonly decidedAt: number } | undefined;

/**
 * Signs the consent that the user gave on this page, which is one of the wallet service's own: no host page can draw, cover or
 * press it.
 */
export async function agreeHere(
  { account, origin }: Portal,
  asked: ConsentRequest,
  press: NonNullable<ConsentDecision>,
): Promise<string> {
  const user = account.user();
  const request: SigningRequest = {
    id: crypto.randomUUID(),
    kind: kindOf(asked),
    chainId: 'eip155:1',
    account: user?.wallet.addresses.evm ?? '',
    payload: JSON.stringify({ ...asked, hostOrigin: origin }),
  };
  const digest = await digestOf(request);
  return account.sign(request, { id: request.id, digest, origin, surface: 'window', ...press });
}

function kindOf(asked: ConsentRequest): SigningRequest['kind'] {
  if ('removed' in asked) return 'removalConsent';
  return 'added' in asked ? 'loginConsent' : 'emailConsent';
}
