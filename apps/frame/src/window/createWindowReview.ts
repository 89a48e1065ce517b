import { digestOfAll } from '@latchkit/keyring';
import { createScreen, type Decision, type Screen } from '../screen/createScreen.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import { createTexts } from '../texts/createTexts.js';
import type { WindowDecision, WindowOffer } from '../windowChannel/windowMessages.js';

/** Shows offers in the wallet window and returns the decision with the digest of what was shown, computed here. */
export function createWindowReview(
  self: Window & typeof globalThis,
  signal: AbortSignal,
  tell: (decision: WindowDecision) => void,
): (offer: WindowOffer) => Promise<void> {
  const userInput = watchUserInput(self);
  let screen: Screen | undefined;
  let shown: string | undefined;
  const decide = ({ id }: WindowOffer, decision: Decision) => {
    if (shown === undefined) return;
    const press = decision.kind === 'approved' ? { press: decision.press } : {};
    screen?.busy();
    tell({ lk: 1, type: 'DECISION', id, digest: shown, ...press });
  };
  return async offer => {
    const { all } = await digestOfAll(offer.signings);
    // The window is for one request: another one under its name ends it.
    if (all !== offer.digest || (shown !== undefined && shown !== all))
      throw new Error('The offer is for another request');
    shown = all;
    screen ??= createScreen({
      self,
      texts: createTexts(self.document, self.navigator.languages),
      identity: offer.identity,
      userInput,
      notBefore: 0,
      canBlockSite: false,
      isInFrame: false,
      onHeight: () => {},
      onDecision: decision => decide(offer, decision),
      onWindow: () => {},
      signal,
    });
    const { review, status, isSwapped } = offer;
    screen.show({ review, status, isSwapped, offer: review.blocks.length > 0 ? 'nothing' : 'approve' });
  };
}
