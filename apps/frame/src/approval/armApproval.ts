import type { Line } from '../decode/Review.js';
import { type Arming, type ArmingOptions, type ArmingState, createArming } from './createArming.js';
import type { ScreenOptions } from './createScreen.js';
import { button } from './drawScreen.js';
import { type GuardOptions, guardButton } from './guardButton.js';
import type { Tone } from './renderReview.js';

/** Milliseconds that something may cover the page, as a host's movement does, before that is said. */
const PASSING = 600;

/** What else of the screen a button moves that does not count yet. */
export interface Hints {
  /** Says something beside the buttons; undefined: nothing. Answers where. */
  readonly tell: (what: Line | undefined, tone?: Tone) => HTMLElement;
  /** All of the page is seen, and it has the focus or has not. */
  readonly takeFocus: (state: 'armed' | 'unfocused') => void;
}

export interface ArmApprovalOptions
  extends Pick<
      ScreenOptions,
      'self' | 'texts' | 'notBefore' | 'hands' | 'isInFrame' | 'onDecision' | 'onWindow'
    >,
    Pick<ArmingOptions, 'watched' | 'details' | 'wasRead'>,
    Pick<GuardOptions, 'needsTwoTaps'>,
    Hints {
  readonly go: HTMLButtonElement;
  /** Where the focus goes when Approve, which has it, does not count any more. */
  readonly reject: HTMLElement;
  readonly signal: AbortSignal;
}

/** Enables the button while it counts, and says what keeps it from counting. */
export function armApproval(options: ArmApprovalOptions): Arming {
  const { self, texts, isInFrame, go, reject, onDecision, onWindow, tell, takeFocus, signal } = options;
  let timer = 0;
  let isTold = false;
  const tellObstacle = (state: 'small' | 'covered' | 'unread') => {
    isTold = true;
    if (state === 'unread') return void tell({ text: 'screen.unread' }, 'info');
    const hint = tell({ text: `screen.${state}` }, 'warning');
    if (!isInFrame) return;
    const open = button(self.document, texts.text('window.open'), 'quiet');
    open.addEventListener('click', onWindow, { signal });
    hint.append(open);
  };
  const onChange = (state: ArmingState) => {
    const isArmed = state === 'armed';
    if (!isArmed && go === self.document.activeElement && self.document.hasFocus()) {
      reject.focus({ preventScroll: true });
    }
    go.disabled = !isArmed;
    go.setAttribute('aria-disabled', String(!isArmed));
    if (state === 'armed' || state === 'unfocused') takeFocus(state);
    self.clearTimeout(timer);
    if (state === 'covered' || state === 'small' || state === 'unread') {
      timer = self.setTimeout(() => tellObstacle(state), PASSING);
    } else if (isTold) {
      isTold = false;
      tell(undefined);
    }
  };
  signal.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
  const arming = createArming({ ...options, onChange });
  const label = go.textContent;
  guardButton({
    ...options,
    button: go,
    arming,
    onPress: press => onDecision({ kind: 'approved', press }),
    onEarly: () => {
      go.textContent = label;
      if (!isTold) tell({ text: 'screen.early' }, 'info');
    },
    onTap: () => {
      go.textContent = texts.text('screen.tapAgain');
    },
  });
  return arming;
}
