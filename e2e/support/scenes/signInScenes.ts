import { openSignIn } from './openSignIn.js';
import type { Scene } from './Scene.js';

/** Views for signing in. */
export const SIGN_IN_SCENES: readonly Scene[] = [
  { name: 'sign-in', reach: openSignIn },
  {
    name: 'sign-in-message',
    async reach(demo, look) {
      await openSignIn(demo, look);
      await demo.modal.locator('summary').click();
    },
  },
  {
    name: 'sign-in-waiting',
    async reach(demo, look) {
      await openSignIn(demo, `faults=hang&${look}`);
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-latch[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'sign-in-declined',
    async reach(demo, look) {
      await openSignIn(demo, look);
      await demo.faults({ reject: true });
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-toast').waitFor();
    },
  },
];
