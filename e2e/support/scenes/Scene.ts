import type { DemoPage } from '../DemoPage.js';

/** A state of the modal that can be looked at: how to reach it on a demo page that is not opened yet. */
export interface Scene {
  readonly name: string;
  /** `look` holds the query parameters of the looks: theme, locale. */
  reach(demo: DemoPage, look: string): Promise<void>;
}
