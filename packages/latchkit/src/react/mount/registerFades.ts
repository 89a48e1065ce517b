/** The lengths over which a body's content fades out at its edges. */
const FADES = ['--lk-fade-top', '--lk-fade-end'] as const;

/** Registers the lengths, so that the fades of a scrolling body animate with the scroll instead of switching. */
export function registerFades(): void {
  for (const name of FADES) {
    try {
      CSS.registerProperty({ name, syntax: '<length>', inherits: false, initialValue: '0px' });
    } catch {
      // Another modal of this page has registered it, or the engine doesn't support it.
    }
  }
}
