import type { SigningRequest } from '@latchkit/keyring';
import { describe, expect, it } from 'vitest';
import { reviewPasskey, reviewPassword } from '../review/messages/reviewPasskey.js';
import type { Review } from '../review/model/Review.js';
import { shownReview } from './shownReview.js';

const review: Review = {
  risk: 'R1',
  action: { text: 'action.signMessage' },
  message: 'Press Approve to get your tokens',
  changes: [],
  facts: [],
  warnings: [],
  blocks: [],
  raw: [],
};
const signing = (kind: SigningRequest['kind']): SigningRequest => ({
  id: '1',
  kind,
  chainId: 'eip155:1',
  account: '',
  payload: '{}',
});

describe('shownReview', () => {
  it('says itself what a passkey or the password opens, whatever the offer says [SEC-103]', () => {
    expect(shownReview({ signings: [signing('passkey')], review })).toEqual(reviewPasskey());
    expect(shownReview({ signings: [signing('password')], review })).toEqual(reviewPassword());
    expect(shownReview({ signings: [signing('message')], review })).toBe(review);
  });
});
