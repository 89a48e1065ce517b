import type { View } from '../../core/index.js';

/** A view that is likely to come next. */
export interface NextView {
  readonly view: View;
  /** The stack of views that it would come on top of; on any other it does not count. */
  readonly on: readonly View[];
}

/** Has a view drawn beside the shown one, out of sight: the way there then only uncovers it. */
export interface ViewAhead {
  /** Set by the modal; before it is there nothing is drawn ahead. */
  draw: (next: NextView) => void;
}
