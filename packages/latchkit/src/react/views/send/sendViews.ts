// One chunk: a visitor who opens Send picks a token and reviews the payment next.
export { SendReviewView } from './SendReviewView.js';
export { SendSelectTokenView } from './SendSelectTokenView.js';
export { SendView } from './SendView.js';
