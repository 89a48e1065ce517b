import {
  anySignal,
  frameError,
  isError,
  passSocialSignInCall,
  readSocialSignInCall,
  type readSocialSignInRequest,
} from 'latchkit/protocol';
import type { PassHere } from '../account/createSocialSignIn.js';
import type { ApprovalsOptions } from '../approvals/Approvals.js';
import type { Review } from '../review/model/Review.js';
import { siteIcon } from '../review/model/siteIcon.js';
import { createScreen, type Screen } from '../screen/createScreen.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import { sleep } from '../services/sleep.js';
import { type PassProof, passAsked } from '../social/socialMessages.js';
import { createTexts } from '../texts/createTexts.js';

export interface PassPromptOptions extends Pick<ApprovalsOptions, 'self' | 'hostOrigin' | 'state' | 'tell'> {
  readonly walletService: ServiceClient;
}

/** Milliseconds between two looks whether the wallet window has passed the login on. */
const PAUSE = 1_000;

/** Milliseconds after which an opened window counts as blocked, because a host's policy may hide whether it opened. */
const DOUBT = 4_000;

/** Milliseconds after which the proof in the window's address is made again: it is valid for a minute. */
const PROOF_LIFE = 30_000;

/** Size of the wallet window. */
const FEATURES = 'popup,width=420,height=720';

const REVIEW: Review = {
  risk: 'R1',
  changes: [],
  facts: [],
  warnings: [],
  blocks: [],
  raw: [],
  action: { text: 'action.finishLogin' },
  lead: { text: 'lead.finishLogin' },
  labels: { approve: 'screen.continue', reject: 'screen.notNow' },
};

/**
 * Creates the function that lets the user finish a login by full page where this frame sends no cookie. One press asks the browser for
 * the cookie (Storage Access API), or opens the wallet window, which has it.
 */
export function createPassPrompt(options: PassPromptOptions): PassHere {
  return async (txn, redeem, signal) => {
    const over = new AbortController();
    const until = anySignal(signal, over.signal);
    try {
      return await new Promise((resolve, reject) => {
        until.addEventListener('abort', () => reject(frameError('ABORTED')), { once: true });
        answerWindows(options, txn, until);
        awaitWindow(options, txn, until).then(redeem).then(resolve, reject);
        ask(options, { txn, redeem, signal: until, resolve, reject }).catch(reject);
      });
    } finally {
      over.abort();
      options.tell({ type: 'HIDE', payload: {} });
    }
  };
}

/** Answers the wallet window for this login, with this installation's key. */
function answerWindows({ self, walletService }: PassPromptOptions, txn: string, signal: AbortSignal): void {
  const hear = async ({ data, origin, source }: MessageEvent) => {
    if (origin !== self.location.origin || source === null || !('closed' in source)) return;
    if (passAsked.safeParse(data).data?.txn !== txn) return;
    const headers = await walletService.headersFor(passSocialSignInCall);
    const proof = { lk: 1, type: 'PASS_PROOF', txn, headers } satisfies PassProof;
    source.postMessage(proof, origin);
  };
  self.addEventListener('message', event => void hear(event), { signal });
}

/** Waits until the wallet window has passed the login on. @throws LOGIN_EXPIRED; ABORTED */
async function awaitWindow(
  { walletService }: PassPromptOptions,
  txn: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(PAUSE, signal).catch(cause => {
      throw frameError('ABORTED', { cause });
    });
    const seen = await walletService
      .call<typeof readSocialSignInRequest>(readSocialSignInCall, { params: { txn }, signal })
      .catch(error => {
        if (isError(error, 'INTERNAL') || isError(error, 'TIMEOUT')) return undefined;
        throw error;
      });
    // `redeemed`: by the press, whose response is on its way.
    if (seen !== undefined && seen.state !== 'done' && seen.state !== 'redeemed')
      throw frameError('LOGIN_EXPIRED');
    if (seen?.isPassed) return;
  }
}

interface Asked<Result> {
  readonly txn: string;
  readonly redeem: () => Promise<Result>;
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Shows the button, and does what a press does. */
async function ask<Result>(
  { self: given, hostOrigin, state, tell, walletService }: PassPromptOptions,
  { txn, redeem, signal, resolve, reject }: Asked<Result>,
): Promise<void> {
  const self = given as Window & typeof globalThis;
  const { document, navigator } = self;
  let address = '';
  const renew = async () => {
    const headers = await walletService.headersFor(passSocialSignInCall);
    address = `${new URL('window/pass', document.baseURI)}#${txn}&${new URLSearchParams(headers)}`;
  };
  await renew();
  if (signal.aborted) return;
  const renewing = self.setInterval(() => void renew(), PROOF_LIFE);
  let screen: Screen | undefined;
  let doubting = 0;
  signal.addEventListener('abort', () => {
    self.clearInterval(renewing);
    self.clearTimeout(doubting);
  });
  const show = (isUnopened: boolean) =>
    screen?.show({ review: REVIEW, offer: 'continue', isSwapped: false, isUnopened });
  const openWindow = () => {
    // The browser took the press for the question about the cookie.
    if (navigator.userActivation?.isActive === false) return show(true);
    const isHeld = self.open(address, '', FEATURES) !== null;
    self.clearTimeout(doubting);
    if (!isHeld) doubting = self.setTimeout(() => show(true), DOUBT);
  };
  /** Returns whether the browser sends the cookie now. */
  const redeemWithAccess = async () => {
    try {
      await document.requestStorageAccess();
    } catch {
      return false;
    }
    try {
      resolve(await redeem());
      return true;
    } catch (error) {
      if (isError(error, 'PASSED_ELSEWHERE')) return false;
      throw error;
    }
  };
  let needsWindow = typeof document.requestStorageAccess !== 'function';
  let isAsking = false;
  const press = async () => {
    if (isAsking) return;
    isAsking = true;
    const isDone = !needsWindow && (await redeemWithAccess());
    isAsking = false;
    needsWindow = true;
    if (!isDone && !signal.aborted) openWindow();
  };
  screen = createScreen({
    self,
    notBefore: 0,
    canBlockSite: false,
    isInFrame: true,
    signal,
    identity: {
      hostOrigin,
      claimedName: state.dapp?.metadata.name,
      icon: siteIcon(state.dapp?.metadata.icons),
      login: '',
      account: '',
      chainId: state.chainId,
      network: '',
    },
    userInput: watchUserInput(self),
    texts: createTexts(document, navigator.languages),
    onHeight: height => tell({ type: 'SHOW', payload: { reason: 'approval', height } }),
    onWindow: () => void press().catch(reject),
    onDecision: () => reject(frameError('PASSED_ELSEWHERE')),
  });
  show(false);
}
