import type { Review } from '../model/Review.js';

/** Reviews the use of a passkey that opens the wallet in a new installation. It signs nothing. */
export function reviewPasskey(): Review {
  return reviewFactor('action.openWallet');
}

/** Reviews the password that opens the wallet in a new installation. It signs nothing. */
export function reviewPassword(): Review {
  return reviewFactor('action.openByPassword');
}

function reviewFactor(action: 'action.openWallet' | 'action.openByPassword'): Review {
  return {
    risk: 'R1',
    action: { text: action },
    changes: [],
    facts: [],
    warnings: [{ text: 'warning.openWallet' }],
    blocks: [],
    raw: [],
  };
}
