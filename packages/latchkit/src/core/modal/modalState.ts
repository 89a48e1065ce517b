import type { View } from './View.js';

/** The modal: whether it is open, and its stack of views; the last one is shown. */
export interface ModalState {
  readonly open: boolean;
  /** False while the visitor must finish a step first. */
  readonly closable: boolean;
  /** Set for 500 ms when closing is refused. */
  readonly shake: boolean;
  /** Never empty. */
  readonly views: readonly [View, ...View[]];
  /** Direction of the last navigation, for animations. */
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

/** The next state of the modal. Pure. Closing resets the view to Connect. */
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

/** The view that is shown: the top of the stack. */
export function currentView(state: ModalState): View {
  return state.views[state.views.length - 1] as View;
}

function withLast(views: ModalState['views'], view: View): ModalState['views'] {
  const [first, ...rest] = views;
  return rest.length === 0 ? [view] : [first, ...rest.slice(0, -1), view];
}
