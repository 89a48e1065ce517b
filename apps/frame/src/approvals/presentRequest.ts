import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { Review } from '../review/model/Review.js';
import { netChanges } from '../review/netChanges.js';
import { contextOf } from '../review/reviewRequest.js';
import { type Simulation, simulate } from '../review/simulate.js';
import type { TextKey } from '../texts/en.js';
import { offerToWindow, type WindowReview } from '../windowChannel/offerToWindow.js';
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
 * request must not be approved here, and offers it if this page is covered.
 */
export function presentRequest(presentation: Presentation): void {
  const { options, history, prompt, reviewed, signal } = presentation;
  const { review, prepared } = reviewed;
  const isBlocked = review.blocks.length > 0 || review.shortage !== undefined;
  let isInWindow = !isBlocked && chooseSurface(review.risk, options.inline ?? 'auto') === 'window';
  let simulation: Simulation | 'running' | undefined;
  let windowReview: WindowReview | undefined;
  let isUnopened = false;
  if (review.risk !== 'R1' && !isBlocked) history.isSwapped = !history.isSwapped;
  const isSwapped = review.risk !== 'R1' && history.isSwapped;

  let net: Net | undefined;
  const current = (): Shown => ({
    review: withNet(withWarnings(review, simulation), net),
    status: statusOf(simulation),
    isSwapped,
  });
  const draw = () => {
    const stopped = review.blocks.length > 0 ? 'nothing' : 'short';
    const offer = isBlocked ? stopped : isInWindow ? 'window' : 'approve';
    // The sides change in the window only.
    prompt.screen().show({ ...current(), isSwapped: false, isUnopened, offer });
    windowReview?.update(offerOf(presentation, current()));
  };
  const openWindowReview = () => {
    windowReview ??= offerInWindow(presentation, offerOf(presentation, current()), seen => {
      isUnopened = !seen;
      draw();
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
  const trying = isBlocked ? undefined : simulate(prepared.signings, options.reader, signal);
  if (trying !== undefined) simulation = 'running';
  draw();
  void trying?.then(async result => {
    const [first] = prepared.signings;
    if (review.calls && result.moves)
      net = await netChanges(result.moves, contextOf(first, options, options.reader, signal));
    if (signal.aborted) return;
    simulation = result;
    draw();
  });
}

type Net = Awaited<ReturnType<typeof netChanges>>;

/** Shows what several calls change together in place of the sum of what each says; what is risked stays, and warnings are added. */
function withNet(review: Review, net: Net | undefined): Review {
  if (net === undefined) return review;
  return {
    ...review,
    changes: [...net.changes, ...review.changes.filter(({ tone }) => tone === 'risk')],
    warnings: [...review.warnings, ...net.warnings],
  };
}

function offerInWindow(
  { options, prompt, signal }: Presentation,
  offer: WindowOffer,
  onSeen: (isSeen: boolean) => void,
): WindowReview {
  const windowReview = offerToWindow(options.self, offer, options.mailbox, signal, onSeen);
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

function offerOf({ options, id, identity, reviewed }: Presentation, shown: Shown): WindowOffer {
  const { prepared, digests } = reviewed;
  const signings = [...prepared.signings];
  const { projectId } = options;
  return { lk: 1, type: 'OFFER', id, projectId, identity, signings, digest: digests.all, ...shown };
}

/** Adds the warnings of the simulation to the review; it never removes any. */
function withWarnings(review: Review, simulation: Simulation | 'running' | undefined): Review {
  if (simulation === undefined || simulation === 'running') return review;
  const known = new Set(review.warnings.map(({ text }) => text));
  const more = simulation.warnings.filter(({ text, slots }) => slots !== undefined || !known.has(text));
  return { ...review, warnings: [...review.warnings, ...more] };
}

function statusOf(simulation: Simulation | 'running' | undefined): TextKey | undefined {
  if (simulation === 'running') return 'screen.simulating';
  const texts = { passed: 'screen.simulated', failed: undefined, unknown: 'screen.notSimulated' } as const;
  return simulation && texts[simulation.outcome];
}
