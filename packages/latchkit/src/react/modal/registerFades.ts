/** The lengths over which a body's content fades out at its edges. */
const FADES = ['--lk-fade-top', '--lk-fade-end'] as const;

/** Lets the fades of a scrolling body move with the scroll; without it they would switch. */
export function registerFades(): void {
  for (const name of FADES) {
    try {
      CSS.registerProperty({ name, syntax: '<length>', inherits: false, initialValue: '0px' });
    } catch {
      // Another modal of this page has registered it, or the engine cannot.
    }
  }
}
