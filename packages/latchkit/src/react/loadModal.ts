/** Fetches the modal's code. The module system keeps it: later calls cost nothing. */
export function loadModal(): Promise<typeof import('./modal/mountModal.js')> {
  return import('./modal/mountModal.js');
}
