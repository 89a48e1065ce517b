import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lazily } from './lazily.js';

/** What browsers say of a file that is gone: with 404, and where the server answers with a page (200 text/html). */
const FAILURES = [
  'Failed to fetch dynamically imported module: https://shop.example/assets/x-1.js',
  'error loading dynamically imported module: https://shop.example/assets/x-1.js',
  'Importing a module script failed.',
  "'text/html' is not a valid JavaScript MIME type.",
];

describe('lostCode', () => {
  it.each(FAILURES)('names the cause to the developer: %s (MOD-04)', async message => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    const cause = new TypeError(message);
    let isThere = false;
    const load = lazily(async () => {
      if (!isThere) throw cause;
      return 'code';
    });
    await expect(load()).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      details: expect.stringContaining('new build'),
      cause,
    });
    expect(error.mock.calls).toEqual([[expect.stringContaining('new build'), cause]]);
    isThere = true;
    expect(await load()).toBe('code');
  });
});
