import { type Approval, digestOf, type SigningRequest } from '@latchkit/keyring';
import { type VouchedInstallation, vouchedInstallation } from 'latchkit/protocol';
import type { AccountUser } from '../account/Account.js';
import { isSameEmail } from '../account/createEmailSignIn.js';
import { createOwnAccount, type OwnAccountOptions } from '../account/createOwnAccount.js';
import { createVouching } from '../account/createVouching.js';
import { reviewManage, reviewProvision } from '../review/messages/reviewSibling.js';
import { loginOf } from '../review/model/loginOf.js';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { Review } from '../review/model/Review.js';
import { visibleText } from '../review/model/visibleText.js';
import type { Press } from '../screen/guardButton.js';
import type { Line } from '../texts/createTexts.js';
import type { WindowOffer, WindowPress, WindowProvision } from '../windowChannel/windowMessages.js';

/** What the window does with an offer about this browser's wallet. */
export type SiblingOffer =
  /** Asks the user, or tells them why there is nothing to ask: until they press, the page learns nothing of either. */
  | { readonly kind: 'ask'; readonly review: Review; readonly identity: RequestIdentity }
  /** The user is logged in at the portal already. */
  | { readonly kind: 'enter' };

/** The wallet window's part in opening the wallet in another installation, or in its own. */
export interface SiblingWindow {
  /** Reads what the window's own installation knows. @throws INTERNAL, TIMEOUT */
  consider(offer: WindowOffer): Promise<SiblingOffer>;
  /** Completes the user's press. @throws the errors of `Vouching.vouch` and `Vouching.receiver`. */
  complete(offer: WindowOffer, press: Press): Promise<WindowPress>;
  /** Opens the wallet in this installation, and starts its session. @throws the errors of `Vouching.enter`. */
  enter(provision: WindowProvision, signal: AbortSignal): Promise<void>;
}

/** Opens the wallet window's own installation. */
export async function createSiblingWindow(self: Window, options: OwnAccountOptions): Promise<SiblingWindow> {
  const { account, ...created } = await createOwnAccount(self, options);
  const vouching = createVouching(created);
  return {
    async consider(offer) {
      const user = await account.restore();
      return offer.signings[0]?.kind === 'manage'
        ? considerManage(self, offer, user)
        : considerProvision(offer, user);
    },
    async complete(offer, press) {
      const [signing] = offer.signings;
      const answer =
        signing?.kind === 'manage'
          ? await vouching.receiver()
          : await vouching.vouch(...(await requestOf(self, account.user(), offer, press)));
      return { ...press, answer: JSON.stringify(answer) };
    },
    async enter({ provision }, signal) {
      await vouching.enter(provision, signal);
    },
  };
}

function considerManage(
  { location }: Window,
  { identity, signings: [signing] }: WindowOffer,
  user: AccountUser | undefined,
): SiblingOffer {
  if (user !== undefined && user.wallet.addresses.evm === signing?.account) return { kind: 'enter' };
  return { kind: 'ask', review: reviewManage(location.origin), identity };
}

/**
 * What the page asks for is a guess of the user's address, which it could test: a wrong guess, and a browser without a wallet, wait for
 * the user as a right one does.
 */
function considerProvision(offer: WindowOffer, user: AccountUser | undefined): SiblingOffer {
  const { identity } = offer;
  const review = reviewProvision(targetOf(offer).hostOrigin);
  const refuse = (block: Line, login: string): SiblingOffer => ({
    kind: 'ask',
    review: { ...review, facts: [], blocks: [block] },
    identity: { ...identity, login, account: '' },
  });
  if (user === undefined) return refuse({ text: 'window.noWallet' }, '');
  const { email, wallet } = user;
  const { login: asked } = identity;
  const login = loginOf(user);
  if (email === undefined || !isSameEmail(email, asked))
    return refuse({ text: 'window.otherUser', slots: { login, asked: visibleText(asked) } }, login);
  return {
    kind: 'ask',
    review: { ...review, lead: { text: 'lead.useWallet' } },
    identity: { ...identity, login, account: wallet.addresses.evm },
  };
}

/** The installation that asks. @throws if it is on another page than the one that is shown. */
function targetOf({ signings: [signing], identity, projectId }: WindowOffer): VouchedInstallation {
  const target = vouchedInstallation.parse(JSON.parse(signing?.payload ?? ''));
  if (target.hostOrigin === identity.hostOrigin && target.projectId === projectId) return target;
  throw new Error('The offer is for another page');
}

/** The request for the installation in the offer, about this installation's own wallet, with the user's approval. */
async function requestOf(
  { location }: Window,
  user: AccountUser | undefined,
  offer: WindowOffer,
  press: Press,
): Promise<[SigningRequest, Approval]> {
  const { id } = offer;
  const request: SigningRequest = {
    ...{ id, kind: 'provision', chainId: offer.identity.chainId },
    account: user?.wallet.addresses.evm ?? '',
    payload: JSON.stringify(targetOf(offer)),
  };
  const digest = await digestOf(request);
  return [request, { ...press, id, digest, origin: location.origin, surface: 'window' }];
}
