/** Loads the modal's code. The module system caches it, so later calls are free. */
export function loadModal(): Promise<typeof import('./mountModal.js')> {
  return import('./mountModal.js');
}
