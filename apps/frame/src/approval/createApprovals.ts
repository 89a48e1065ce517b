import { type FramePayload, frameError } from 'latchkit/protocol';
import type { Approvals, ApprovalsOptions } from './Approvals.js';
import { carryOut } from './carryOut.js';
import { createTalk, type History } from './createTalk.js';
import type { Identity } from './Identity.js';
import { isApproved } from './isApproved.js';
import { makeReady, type Ready } from './makeReady.js';
import { presentRequest } from './presentRequest.js';
import { readyConsent } from './readyConsent.js';
import { watchHands } from './watchHands.js';

/** A request that is ready sooner than this shows no preparations, milliseconds. */
const PATIENCE = 150;

/** Makes the approvals of one host page. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const hands = watchHands(options.self as Window & typeof globalThis);
  const history: History = { approvedAt: -Infinity, hands, isSwapped: true };
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: the visitor sees one request at a time.
  const inTurn = <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const before = last;
    const answered = before.then(async () => {
      const over = new AbortController();
      try {
        signal.throwIfAborted();
        return await untilAborted(work(AbortSignal.any([signal, over.signal])), signal);
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
    consent: (change, { id, signal }) =>
      inTurn(signal, async until => {
        const { signer, identity } = asked(options, options.state.chainId);
        const readying = readyConsent(options, change, { id, account: signer.evm, signal: until });
        return String(await decide(options, history, identity, readying, id, until));
      }),
  };
}

async function answer(
  options: ApprovalsOptions,
  history: History,
  payload: FramePayload<'RPC_REQUEST'>,
  id: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { reader } = options;
  const { signer, identity } = asked(options, payload.chainId);
  const readying = makeReady({ id, payload, signer, reader, signal }, options);
  return decide(options, history, identity, readying, id, signal);
}

/** Who is asked, and by whom. @throws NOT_CONNECTED */
function asked({ signer: find, hostOrigin, networkOf, state }: ApprovalsOptions, chainId: string) {
  const signer = find();
  if (signer === undefined) throw frameError('NOT_CONNECTED');
  const identity: Identity = {
    hostOrigin,
    claimedName: state.dapp?.metadata.name,
    email: signer.email,
    account: chainId.startsWith('solana:') ? signer.solana : signer.evm,
    chainId,
    network: networkOf(chainId).name,
  };
  return { signer, identity };
}

/** Has the visitor decide on a request, and carries it out. */
async function decide(
  options: ApprovalsOptions,
  history: History,
  identity: Identity,
  readying: Promise<Ready>,
  id: string,
  signal: AbortSignal,
): Promise<unknown> {
  const talk = createTalk(options, history, identity, signal);
  const timer = setTimeout(() => !signal.aborted && talk.screen(), PATIENCE);
  const ready = await Promise.race([readying, talk.decided]).finally(() => clearTimeout(timer));
  // Refused while it was being prepared.
  if ('kind' in ready) throw frameError('REJECTED');
  presentRequest({ options, history, talk, ready, id, identity, signal });
  const decision = await talk.decided;
  if (!isApproved(decision, ready.review)) throw frameError('REJECTED');
  history.approvedAt = performance.now();
  talk.screen().busy();
  return carryOut(options, ready, decision.press, decision.surface, signal);
}

/** The work, no longer than the request lasts: the host has its answer then. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
