import { reviewPasskey, reviewPassword } from '../review/messages/reviewPasskey.js';
import type { Review } from '../review/model/Review.js';
import type { WindowOffer } from '../windowChannel/windowMessages.js';

/** What the window says about an offer: its own words for questions that are always the same, else what the wallet page read. */
export function shownReview({
  signings: [signing],
  review,
}: Pick<WindowOffer, 'signings' | 'review'>): Review {
  if (signing?.kind === 'passkey') return reviewPasskey();
  return signing?.kind === 'password' ? reviewPassword() : review;
}
