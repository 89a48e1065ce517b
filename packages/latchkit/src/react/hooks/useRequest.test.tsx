// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BaseError } from '../../core/index.js';
import { settle } from '../../core/testSupport/startedKit.test-support.js';
import { useRequest } from './useRequest.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

type Shown = ReturnType<typeof useRequest<readonly [], void>>;

function Probe({ action, tell }: { action: () => Promise<void>; tell: (shown: Shown) => void }) {
  const shown = useRequest(action);
  useEffect(() => {
    tell(shown);
  });
  return null;
}

/** The error that the hook shows once `action` has failed. */
async function errorOf(action: () => Promise<void>) {
  let latest: Shown | undefined;
  const tell = (shown: Shown) => {
    latest = shown;
  };
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(() => root.unmount()));
  await act(async () => root.render(<Probe action={action} tell={tell} />));
  await act(async () => {
    latest?.[0]().catch(() => {});
    await settle();
  });
  return latest?.[1].error;
}

describe('useRequest', () => {
  it("returns Latchkit's own error unchanged, and wraps any other in REQUEST_FAILED as its cause", async () => {
    const own = new BaseError('MODAL_CLOSED', 'Modal closed');
    expect(await errorOf(() => Promise.reject(own))).toBe(own);
    const other = new TypeError('broken adapter');
    const shown = await errorOf(() => Promise.reject(other));
    expect(shown).toMatchObject({ name: 'LatchkitError', code: 'REQUEST_FAILED', cause: other });
  });
});
