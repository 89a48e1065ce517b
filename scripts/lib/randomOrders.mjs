import { randomInt } from 'node:crypto';

/** Number of orders in which `npm run test:full` runs the unit tests. */
const ORDERS = 3;

const newSeeds = () => Array.from({ length: ORDERS }, () => randomInt(1, 1_000_000));

/**
 * Returns how to run the unit tests in random orders of their files, because a file could depend on what an earlier one of its worker
 * left. Long suites have their short counts; in the last order, the databases are PGlite.
 *
 * @param {readonly number[]} [seeds] `npx vitest run --sequence.shuffle.files --sequence.seed=SEED` repeats an order
 * @returns {{ name: string, seed: number, options: readonly string[], env: Record<string, string | undefined> }[]}
 */
export function randomOrders(seeds = newSeeds()) {
  return seeds.map((seed, index) => ({
    name: `unit tests, order ${seed}`,
    seed,
    options: ['--sequence.shuffle.files', `--sequence.seed=${seed}`],
    env: {
      LATCHKIT_FULL: undefined,
      ...(index === seeds.length - 1 && { LATCHKIT_TEST_POSTGRES: 'off' }),
    },
  }));
}
