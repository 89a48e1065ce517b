import { base64urlnopad } from '@scure/base';
import {
  armSocialSignInCall,
  type armSocialSignInRequest,
  type CallInput,
  type CallResponse,
  callPath,
  linkEnvironment,
  PROVIDER_NAMES,
  refusesBrowser,
  walletUuid,
} from 'latchkit/protocol';
import { showSentence } from '../screen/showSentence.js';
import { startWindowLook } from '../screen/startWindowLook.js';
import { hashText } from '../services/hashText.js';
import { askToContinue } from './askToContinue.js';
import { sendSocialSecret } from './sendSocialSecret.js';

/**
 * Binds a login to this browser and goes to the provider. In a popup, the wallet page that started the login must confirm the
 * popup's secret first: otherwise any site could open a login that it started itself, and let the visitor complete it. In the tab
 * itself, which any link can open, the visitor presses a button that names the site and the provider.
 */
export async function leaveForProvider(self: Window & typeof globalThis): Promise<void> {
  const [id, way] = self.location.hash.slice(1).split('&');
  const txn = walletUuid.safeParse(id).data;
  if (self.top !== self || txn === undefined) return;
  startWindowLook(self);
  showSentence(self, { text: 'social.opening' });
  const secret = way === 'page' ? undefined : newSecret();
  try {
    const armed = await arm({ txn, ...(secret && { secretHash: await hashText(secret) }) });
    if (refusesBrowser(armed.provider, linkEnvironment())) {
      const slots = { provider: PROVIDER_NAMES[armed.provider] };
      return showSentence(self, { text: 'social.inApp', slots });
    }
    const message = secret && ({ lk: 1, type: 'SOCIAL_SECRET', txn, secret } as const);
    if (message && !(await sendSocialSecret(self, message))) throw new Error('No wallet page has the login');
    const isWanted = message !== undefined || (await askToContinue(self, armed));
    if (isWanted) self.location.replace(armed.authorizeUrl);
    else showSentence(self, { text: 'social.stopped' });
  } catch {
    showSentence(self, { text: 'social.lost' });
  }
}

/** The response sets the cookies that the provider's result and its redemption require. */
async function arm(
  body: CallInput<typeof armSocialSignInRequest>['body'],
): Promise<CallResponse<typeof armSocialSignInCall>> {
  const { method, response: schema } = armSocialSignInCall;
  const response = await fetch(callPath(armSocialSignInCall), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The login could not be bound to this browser: ${response.status}`);
  return schema.parse(await response.json());
}

function newSecret(): string {
  return base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)));
}
