import { describe, expect, it } from 'vitest';
import { solveWork as solveOnServer } from '../../../../packages/gateway/test/solveWork.js';
import { solveWork } from './solveWork.js';

const CHALLENGE = '17.1.c0.s';

describe('solveWork', () => {
  it('finds a solution that the wallet service accepts and yields to the page in between', async () => {
    // The search takes at least 90,000 hashes.
    const challenge = CHALLENGE;
    const expected = solveOnServer(challenge, 17);
    expect(expected.solution).toBeGreaterThan(90_000);
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    expect(await solveWork({ challenge, bits: 17 }, rest)).toEqual(expected);
    expect(rests).toBeGreaterThan(2);
  });

  it('lets queued tasks run between the batches', async () => {
    let ran = 0;
    const timer = setInterval(() => {
      ran += 1;
    }, 0);
    await solveWork({ challenge: CHALLENGE, bits: 17 });
    clearInterval(timer);
    expect(ran).toBeGreaterThan(0);
  });
});
