import type { View } from '../../core/index.js';

/** A view that is likely to be next. */
export interface NextView {
  readonly view: View;
  /** The stack of views that it would be pushed onto; it is ignored for any other stack. */
  readonly on: readonly View[];
}

/** Prerenders a view next to the shown one, so that navigating there only has to reveal it. */
export interface Prerender {
  /** Set by the modal; until then nothing is prerendered. */
  draw: (next: NextView) => void;
}
