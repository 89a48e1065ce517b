import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOSED_MODAL, currentView, type ModalEvent, routeModal } from './modalState.js';
import type { View } from './View.js';

const view = fc.constantFrom<View>({ name: 'Connect' }, { name: 'Account' }, { name: 'Receive' });
const event: fc.Arbitrary<ModalEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('open' as const, 'push' as const, 'replace' as const, 'reset' as const),
    view,
  }),
  fc.record({ type: fc.constantFrom('close' as const, 'goBack' as const) }),
);

describe('routeModal', () => {
  it('always shows a view, and shows Connect whenever it is closed [OPEN-06]', () => {
    fc.assert(
      fc.property(fc.array(event), events => {
        let state = CLOSED_MODAL;
        for (const step of events) {
          state = routeModal(state, step);
          expect(currentView(state)).toBeDefined();
          if (step.type === 'close') expect(currentView(state)).toEqual({ name: 'Connect' });
        }
      }),
    );
  });

  it('returns to where it came from', () => {
    const opened = routeModal(CLOSED_MODAL, { type: 'open', view: { name: 'Account' } });
    const pushed = routeModal(opened, { type: 'push', view: { name: 'Receive' } });
    const back = routeModal(pushed, { type: 'goBack' });
    expect(back.views).toEqual(opened.views);
    expect(back.direction).toBe('back');
    expect(routeModal(back, { type: 'goBack' })).toBe(back);
  });

  it('replaces only the last view', () => {
    const opened = routeModal(CLOSED_MODAL, { type: 'open', view: { name: 'Account' } });
    const pushed = routeModal(opened, { type: 'push', view: { name: 'Receive' } });
    const replaced = routeModal(pushed, { type: 'replace', view: { name: 'WhatIsANetwork' } });
    expect(replaced.views.map(({ name }) => name)).toEqual(['Account', 'WhatIsANetwork']);
  });
});
