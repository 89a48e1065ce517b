import type { View } from './View.js';

/** The modal: open or not, and its stack of views, the shown one last. */
export interface ModalState {
  readonly open: boolean;
  /** False while something must be settled first [STATE-03]. */
  readonly closable: boolean;
  /** Set for 500 ms when closing is refused [STATE-02]. */
  readonly shake: boolean;
  /** Never empty. */
  readonly views: readonly [View, ...View[]];
  /** Which way the last move went, for the direction of motion. */
  readonly direction: 'forward' | 'back';
}

export type ModalEvent =
  | { readonly type: 'open'; readonly view: View }
  | { readonly type: 'close' }
  | { readonly type: 'push'; readonly view: View }
  | { readonly type: 'replace'; readonly view: View }
  | { readonly type: 'reset'; readonly view: View }
  | { readonly type: 'goBack' }
  | { readonly type: 'closable'; readonly closable: boolean }
  | { readonly type: 'shake'; readonly on: boolean };

export const CLOSED_MODAL: ModalState = {
  open: false,
  closable: true,
  shake: false,
  views: [{ name: 'Connect' }],
  direction: 'forward',
};

/** The next state of the modal. Pure. Closing resets the view to Connect [OPEN-06]. */
export function routeModal(state: ModalState, event: ModalEvent): ModalState {
  switch (event.type) {
    case 'open':
      return { ...CLOSED_MODAL, open: true, views: [event.view] };
    case 'close':
      return CLOSED_MODAL;
    case 'push':
      return { ...state, views: [...state.views, event.view], direction: 'forward' };
    case 'replace':
      return { ...state, views: withLast(state.views, event.view), direction: 'forward' };
    case 'reset':
      return { ...state, views: [event.view], direction: 'forward' };
    case 'goBack': {
      if (state.views.length === 1) return state;
      const [first, ...rest] = state.views;
      return { ...state, views: [first, ...rest.slice(0, -1)], direction: 'back' };
    }
    case 'closable':
      return { ...state, closable: event.closable };
    case 'shake':
      return state.shake === event.on ? state : { ...state, shake: event.on };
  }
}

/** The view that is shown. */
export function currentView(state: ModalState): View {
  return state.views[state.views.length - 1] as View;
}

function withLast(views: ModalState['views'], view: View): ModalState['views'] {
  const [first, ...rest] = views;
  return rest.length === 0 ? [view] : [first, ...rest.slice(0, -1), view];
}
