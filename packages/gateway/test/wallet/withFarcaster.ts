import { readFarcasterSignInCall, startFarcasterSignInCall } from 'latchkit/protocol';
import type { SocialVisitor } from './socialVisitor.js';
import type { TestFarcaster } from './startFarcaster.js';
import type { WalletSuite } from './walletSuite.js';

/** A visitor who logs in with every provider, also with Farcaster's app. */
export function withFarcaster(
  suite: Pick<WalletSuite, 'frame'>,
  visitor: SocialVisitor,
  farcaster: Pick<TestFarcaster, 'approve'>,
): SocialVisitor {
  const channels = new Set<string>();
  const both: SocialVisitor = {
    ...visitor,
    async begin(provider, frame) {
      if (provider !== 'farcaster') return visitor.begin(provider, frame);
      const own = frame ?? (await suite.frame());
      const { txn, url } = await own.ask('frame', startFarcasterSignInCall, { body: {} });
      channels.add(txn);
      return { frame: own, txn, secret: undefined, cookie: '', pass: '', authorizeUrl: url };
    },
    async complete(begun, choice) {
      const { frame, txn, authorizeUrl } = begun;
      if (!channels.has(txn)) return visitor.complete(begun, choice);
      await farcaster.approve(authorizeUrl, choice);
      const { resultCode = '' } = await frame.ask('frame', readFarcasterSignInCall, { params: { txn } });
      return resultCode;
    },
    async signIn(provider, choice, frame) {
      const begun = await both.begin(provider, frame);
      const resultCode = await both.complete(begun, choice);
      if (resultCode === '') throw new Error(`The sign-in with ${provider} failed`);
      return visitor.redeem(begun, resultCode);
    },
  };
  return both;
}
