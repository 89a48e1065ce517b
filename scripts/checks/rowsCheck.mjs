import { readProofs } from '../rows.mjs';

/** A row id in a title counts only if the test runs against the product: see `npm run rows`. */
export const rowsCheck = {
  name: 'rows',
  async check({ read = readProofs } = {}) {
    const { refused } = read();
    return { ok: refused.length === 0, text: refused.join('\n') };
  },
};
