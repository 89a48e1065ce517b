import { anySignal, type FramePayload, frameError } from 'latchkit/protocol';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { Review } from '../review/model/Review.js';
import { siteIcon } from '../review/model/siteIcon.js';
import { reviewCallsStatus } from '../review/reviewCallsStatus.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import type { CallsStatusAnswer } from '../smartAccount/answerCallsStatus.js';
import type { Approvals, ApprovalsOptions } from './Approvals.js';
import { type ApprovalHistory, createApprovalPrompt, type Outcome } from './createApprovalPrompt.js';
import { prepareApproval, prepareConsent, type ReviewedRequest } from './prepareApproval.js';
import { presentRequest } from './presentRequest.js';
import { signApproved } from './signApproved.js';
import { untilReviewed } from './untilReviewed.js';

/** Creates the approvals of one host page. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const userInput = watchUserInput(options.self as Window & typeof globalThis);
  const history: ApprovalHistory = { approvedAt: -Infinity, userInput, isSwapped: true };
  let last: Promise<unknown> = Promise.resolve();
  // Requests run one at a time, so that the user sees a single request.
  const inTurn = <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const before = last;
    const answered = before.then(async () => {
      const over = new AbortController();
      try {
        signal.throwIfAborted();
        return await untilAborted(work(anySignal(signal, over.signal)), signal);
      } finally {
        over.abort();
        options.tell({ type: 'HIDE', payload: {} });
      }
    });
    last = answered.catch(() => {});
    return answered;
  };
  return {
    request: (payload, { id, signal }) =>
      inTurn(signal, until => answer(options, history, payload, id, until)),
    showStatus: (read, chainId, { signal }) =>
      inTurn(signal, until => showStatus(options, history, { read, chainId }, until)),
    consent: (change, { id, signal }) =>
      inTurn(signal, async until => {
        const { signer, identity } = asked(options, options.state.chainId);
        const prepare = (attempt: AbortSignal) =>
          prepareConsent(options, change, { id, account: signer.evm, signal: attempt });
        return String(await decide(options, history, identity, prepare, id, until));
      }),
  };
}

async function answer(
  options: ApprovalsOptions,
  history: ApprovalHistory,
  payload: FramePayload<'RPC_REQUEST'>,
  id: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { reader, operations, ended } = options;
  const { signer, identity } = asked(options, payload.chainId);
  const prepare = (attempt: AbortSignal) =>
    prepareApproval({ id, payload, signer, reader, operations, signal: attempt, ended }, options);
  const first = prepare(signal);
  // The name is read meanwhile; `decide` handles a failure of the preparation.
  first.catch(() => {});
  const accountName = await options.nameOf?.(identity.account);
  let isFirst = true;
  const preparing = (attempt: AbortSignal) => {
    const made = isFirst ? first : prepare(attempt);
    isFirst = false;
    return made;
  };
  return decide(options, history, { ...identity, accountName }, preparing, id, signal);
}

async function showStatus(
  options: ApprovalsOptions,
  history: ApprovalHistory,
  { read, chainId }: { readonly read: Parameters<Approvals['showStatus']>[0]; readonly chainId: string },
  signal: AbortSignal,
): Promise<null> {
  const { identity } = asked(options, chainId);
  const first = await read(signal, undefined);
  const prompt = createApprovalPrompt(options, history, identity, signal);
  const show = (answer: CallsStatusAnswer) =>
    prompt.screen().show({ review: reviewCallsStatus(answer), offer: 'nothing', isSwapped: false });
  show(first);
  const follow = async (answer: CallsStatusAnswer): Promise<void> => {
    if (answer.status !== 100 || signal.aborted) return;
    const next = await read(signal, answer);
    if (next.status !== answer.status) show(next);
    return follow(next);
  };
  // What is shown stays when the chain does not respond.
  follow(first).catch(() => {});
  await prompt.decided;
  return null;
}

/** The account that is asked and the site that asks. @throws NOT_CONNECTED */
function asked({ signer: find, hostOrigin, networkOf, state }: ApprovalsOptions, chainId: string) {
  const signer = find(chainId);
  if (signer === undefined) throw frameError('NOT_CONNECTED');
  const identity: RequestIdentity = {
    hostOrigin,
    claimedName: state.dapp?.metadata.name,
    icon: siteIcon(state.dapp?.metadata.icons),
    login: signer.login,
    account: chainId.startsWith('solana:') ? signer.solana : signer.evm,
    chainId,
    network: networkOf(chainId).name,
  };
  return { signer, identity };
}

/** Lets the user decide on a request and completes it if approved. */
async function decide(
  options: ApprovalsOptions,
  history: ApprovalHistory,
  identity: RequestIdentity,
  prepare: (signal: AbortSignal) => Promise<ReviewedRequest>,
  id: string,
  signal: AbortSignal,
): Promise<unknown> {
  const prompt = createApprovalPrompt(options, history, identity, signal);
  const reviewed = await untilReviewed(prompt, prepare, signal);
  // The user refused it during preparation.
  if ('kind' in reviewed) throw frameError('REJECTED');
  const shown = presentRequest({ options, history, prompt, reviewed, id, identity, signal });
  const decision = await prompt.decided;
  const final = shown();
  if (!isApproved(decision, final.review)) throw frameError('REJECTED');
  history.approvedAt = performance.now();
  prompt.screen().busy();
  options.tell({ type: 'SENDING', payload: {} });
  return signApproved(options, final, decision.press, decision.surface, signal);
}

/** Stops waiting for the work when the request ends, since the host then has its response. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Whether an outcome approves the request. A blocked request has no Approve button; if one is approved all the same, nothing is
 * signed.
 */
export function isApproved(
  outcome: Outcome,
  { blocks, shortage }: Pick<Review, 'blocks' | 'shortage'>,
): outcome is Extract<Outcome, { readonly kind: 'approved' }> {
  return outcome.kind === 'approved' && blocks.length === 0 && shortage === undefined;
}
