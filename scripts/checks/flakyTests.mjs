import { seenTooOften } from '../lib/flakyList.mjs';

/** A test that was flaky three times is repaired at its cause before other work. */
export const flakyTests = {
  name: 'flaky tests',
  async check({ read = seenTooOften } = {}) {
    const names = read();
    return {
      ok: names.length === 0,
      text: names
        .map(name => `${name}: three times flaky, and not repaired (docs/results/flaky.md)`)
        .join('\n'),
    };
  },
};
