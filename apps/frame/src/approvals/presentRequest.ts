import { addSimulation } from '../review/addSimulation.js';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { AskedLimits, Review } from '../review/model/Review.js';
import { contextOf } from '../review/reviewRequest.js';
import { type Simulation, simulate } from '../review/simulate.js';
import type { TextKey } from '../texts/en.js';
import { offerToWindow, type WindowListeners, type WindowReview } from '../windowChannel/offerToWindow.js';
import type { WindowOffer } from '../windowChannel/windowMessages.js';
import type { ApprovalsOptions } from './Approvals.js';
import { chooseSurface } from './chooseSurface.js';
import type { ApprovalHistory, ApprovalPrompt } from './createApprovalPrompt.js';
import type { ReviewedRequest } from './prepareApproval.js';

export interface Presentation {
  readonly options: ApprovalsOptions;
  readonly history: ApprovalHistory;
  readonly prompt: ApprovalPrompt;
  readonly reviewed: ReviewedRequest;
  /** Id of the host's request. */
  readonly id: string;
  readonly identity: RequestIdentity;
  readonly signal: AbortSignal;
}

/**
 * Shows a request on the surface where it may be approved, simulates it and shows the result. Requests the wallet window if the
 * request must not be approved here, and offers it if this page is covered. In the window, the user may lower limits: the request
 * is then prepared again.
 *
 * @returns a function that returns the request as it is shown now.
 */
export function presentRequest(presentation: Presentation): () => ReviewedRequest {
  const { options, history, prompt, signal } = presentation;
  let { reviewed } = presentation;
  const { risk } = reviewed.review;
  const isBlocked = () => reviewed.review.blocks.length > 0 || reviewed.review.shortage !== undefined;
  let isInWindow = !isBlocked() && chooseSurface(risk, options.inline ?? 'auto') === 'window';
  let simulation: Simulation | 'running' | undefined;
  let windowReview: WindowReview | undefined;
  let isUnopened = false;
  let isUnchanged = false;
  if (risk !== 'R1' && !isBlocked()) history.isSwapped = !history.isSwapped;
  const isSwapped = risk !== 'R1' && history.isSwapped;

  /** The review with what the simulation adds. */
  let tried: Review | undefined;
  const current = (): Shown => ({
    review: tried ?? reviewed.review,
    status: isUnchanged ? 'limits.failed' : statusOf(simulation),
    isSwapped,
  });
  const draw = () => {
    const stopped = reviewed.review.blocks.length > 0 ? 'nothing' : 'short';
    const offer = isBlocked() ? stopped : isInWindow ? 'window' : 'approve';
    // The sides change in the window only.
    prompt.screen().show({ ...current(), isSwapped: false, isUnopened, offer });
    windowReview?.update(offerOf(presentation, reviewed, current()));
  };
  const lower = async (asked: AskedLimits) => {
    try {
      reviewed = (await reviewed.lower?.(asked)) ?? reviewed;
      [tried, simulation, isUnchanged] = [undefined, undefined, false];
    } catch {
      isUnchanged = true;
    }
    if (signal.aborted) return;
    if (isUnchanged) draw();
    else tryOut();
  };
  const openWindowReview = () => {
    windowReview ??= offerInWindow(presentation, offerOf(presentation, reviewed, current()), {
      onSeen(isSeen) {
        isUnopened = !isSeen;
        draw();
      },
      onLimits: asked => void lower(asked),
    });
    return windowReview;
  };
  prompt.onWindow = () => {
    openWindowReview().open();
    if (isInWindow && !isUnopened) return;
    isInWindow = true;
    isUnopened = false;
    draw();
  };

  if (isInWindow) {
    openWindowReview();
    options.tell({ type: 'SURFACE_NEEDED', payload: { id: presentation.id } });
  }
  const tryOut = () => {
    const { prepared, review } = reviewed;
    const trying = isBlocked() ? undefined : simulate(prepared.signings, options, signal);
    if (trying !== undefined) simulation = 'running';
    draw();
    void trying?.then(async result => {
      const [first] = prepared.signings;
      const context = contextOf(first, options, options.reader, signal);
      // A node can report what nobody can read.
      const found = await addSimulation(review, result, context).catch(() => undefined);
      // The limits were lowered meanwhile.
      if (signal.aborted || reviewed.prepared !== prepared) return;
      [tried, simulation] = [found, found ? result : UNREAD];
      draw();
    });
  };
  tryOut();
  return () => reviewed;
}

const UNREAD: Simulation = { outcome: 'unknown', warnings: [] };

function offerInWindow(
  { options, prompt, signal }: Presentation,
  offer: WindowOffer,
  listeners: WindowListeners,
): WindowReview {
  const windowReview = offerToWindow(options.self, offer, options.mailbox, signal, listeners);
  windowReview.decided.then(
    press =>
      prompt.decide(
        press === undefined ? { kind: 'rejected' } : { kind: 'approved', press, surface: 'window' },
      ),
    prompt.fail,
  );
  return windowReview;
}

type Shown = Pick<WindowOffer, 'review' | 'status' | 'isSwapped'>;

function offerOf(
  { options, id, identity }: Presentation,
  { prepared, digests }: ReviewedRequest,
  shown: Shown,
): WindowOffer {
  const signings = [...prepared.signings];
  const { projectId } = options;
  return { lk: 1, type: 'OFFER', id, projectId, identity, signings, digest: digests.all, ...shown };
}

function statusOf(simulation: Simulation | 'running' | undefined): TextKey | undefined {
  if (simulation === 'running') return 'screen.simulating';
  if (simulation?.outcome === 'passed') return simulation.isOpen ? 'screen.triedOnce' : 'screen.simulated';
  return simulation?.outcome === 'unknown' ? 'screen.notSimulated' : undefined;
}
