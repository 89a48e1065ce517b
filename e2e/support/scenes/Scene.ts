import type { DemoPage } from '../DemoPage.js';

/** A state of one view, and how to reach it from an unopened demo page. */
export interface Scene {
  readonly name: string;
  /** `look` contains query parameters for the appearance: theme, locale. */
  reach(demo: DemoPage, look: string): Promise<void>;
}
