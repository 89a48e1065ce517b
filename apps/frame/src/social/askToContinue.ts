import { type armSocialSignInCall, type CallResponse, PROVIDER_NAMES } from 'latchkit/protocol';
import type { Review } from '../review/model/Review.js';
import { createScreen } from '../screen/createScreen.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import { createTexts } from '../texts/createTexts.js';

/**
 * Asks the visitor whether to go to the provider for a site. The button counts like that of an approval, because the page that opened
 * this one chose the moment.
 */
export function askToContinue(
  self: Window & typeof globalThis,
  { provider, hostOrigin }: CallResponse<typeof armSocialSignInCall>,
): Promise<boolean> {
  const slots = { provider: PROVIDER_NAMES[provider], site: new URL(hostOrigin).host };
  const review: Review = {
    risk: 'R1',
    changes: [],
    facts: [],
    warnings: [],
    blocks: [],
    raw: [],
    action: { text: 'action.continueTo', slots },
    lead: { text: 'lead.continueTo', slots },
    labels: { approve: 'screen.continue', reject: 'screen.notNow' },
  };
  const over = new AbortController();
  self.document.body.replaceChildren();
  return new Promise<boolean>(resolve => {
    const screen = createScreen({
      self,
      notBefore: 0,
      canBlockSite: false,
      isInFrame: false,
      signal: over.signal,
      identity: { hostOrigin, login: '', account: '', chainId: '', network: '' },
      userInput: watchUserInput(self),
      texts: createTexts(self.document, self.navigator.languages),
      onHeight: () => {},
      onWindow: () => {},
      onDecision: ({ kind }) => resolve(kind === 'approved'),
    });
    screen.show({ review, offer: 'approve', isSwapped: false });
  }).finally(() => over.abort());
}
