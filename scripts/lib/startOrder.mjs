import { BaseSequencer } from 'vitest/node';

/** Journeys that wait for most of their time: for mails, for cool-downs, and before a press counts. */
export const WAITING = [
  'emailAddress',
  'emailLink',
  'emailLogin',
  'emailResume',
  'emailSignIn',
  'emailTakeover',
  'frame/account',
  'frame/approval',
  'frame/guards',
  'frame/mailbox',
  'frame/messages',
  'frame/window',
  'socialEmail',
  'tabs',
].map(name => `e2e/${name}.test.ts`);

/**
 * Returns the journeys in the order in which they start: after every two that keep a processor busy, one that waits, so that neither
 * kind is left for the end.
 *
 * @template T
 * @param {readonly T[]} files
 * @param {(file: T) => string} [pathOf]
 * @returns {T[]}
 */
export function startOrder(files, pathOf = String) {
  const waiting = files.filter(file => WAITING.some(name => pathOf(file).endsWith(name)));
  const busy = files.filter(file => !waiting.includes(file));
  const ordered = [];
  while (busy.length + waiting.length > 0) ordered.push(...busy.splice(0, 2), ...waiting.splice(0, 1));
  return ordered;
}

/** Vitest's order, which begins with the largest or slowest file, changed by {@link startOrder}. */
export class StartOrder extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return startOrder(await super.sort(files), ({ moduleId }) => moduleId);
  }
}
