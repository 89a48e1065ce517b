import { sleep, withDeadline } from './abortable.js';

/** Milliseconds between two looks at a wallet that has not answered, and after which a look counts as without result. */
const LOOK_EVERY = 250;
const LOOK_TIMEOUT = 2_000;

/** How a wait for a wallet ended. */
export type WaitEnd = 'answered' | 'shown' | 'silent';

/**
 * Waits until a wallet has answered a request or shows that it did what was asked: some do it and leave the promise open. A refusal or
 * failure counts unless the wallet shows the result all the same.
 *
 * @param isShown Looks at the wallet's state.
 * @param timeout Milliseconds after which it ends as 'silent'.
 * @throws the wallet's error.
 */
export async function answeredOrShown(
  answer: Promise<unknown>,
  isShown: () => Promise<boolean>,
  timeout: number,
): Promise<WaitEnd> {
  const look = () => withDeadline(isShown(), LOOK_TIMEOUT, false).catch(() => false);
  const over = new AbortController();
  const silent = sleep(timeout, over.signal).then(() => 'silent' as const);
  const shown = (async () => {
    for (;;) {
      await sleep(LOOK_EVERY, over.signal);
      if (await look()) return 'shown' as const;
    }
  })();
  const answered = answer.then(
    () => 'answered' as const,
    async (error: unknown) => {
      if (await look()) return 'shown' as const;
      throw error;
    },
  );
  // Whoever loses the race ends quietly.
  for (const one of [silent, shown, answered]) one.catch(() => {});
  try {
    return await Promise.race([answered, shown, silent]);
  } finally {
    over.abort();
  }
}
