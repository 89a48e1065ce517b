import { afterEach, beforeEach } from 'vitest';

/** In a group whose tests each continue where the one before has led: skips those after a failed one, which would fail for its reason. */
export function inOrder(): void {
  let isBroken = false;
  beforeEach(({ skip }) => skip(isBroken, 'An earlier test of this group failed'));
  afterEach(({ task }) => {
    isBroken ||= task.result?.state === 'fail';
  });
}
