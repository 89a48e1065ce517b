import { readFindings } from '../findings.mjs';

/** A closed finding has a test that runs, and each finding in a title has a row: see `npm run findings`. */
export const findingsCheck = {
  name: 'findings',
  async check({ read = readFindings } = {}) {
    const { problems } = read();
    return { ok: problems.length === 0, text: problems.join('\n') };
  },
};
