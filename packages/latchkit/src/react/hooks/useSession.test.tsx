// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../core/connection/connect.js';
import { createLatchkit, memoryStorage } from '../../core/index.js';
import { scriptedSignIn } from '../../core/signIn/scriptedSignIn.test-support.js';
import { ADDRESS, scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { settle } from '../../core/testSupport/startedKit.test-support.js';
import { mainnet } from '../../networks/index.js';
import { LatchkitProvider } from '../LatchkitProvider.js';
import { useSession } from './useSession.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function Probe({ tell }: { tell: (info: ReturnType<typeof useSession>) => void }) {
  const info = useSession();
  useEffect(() => tell(info));
  return null;
}

describe('useSession', () => {
  it('reports the sign-in state, and starts and ends a session', async () => {
    const kit = createLatchkit({
      projectId: 'test',
      networks: [mainnet],
      adapters: [scriptedAdapter()],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
      modal: { append: false },
      siwx: scriptedSignIn(false),
    });
    await kit.kernel.start();
    const seen: string[] = [];
    let latest: ReturnType<typeof useSession> | undefined;
    const tell = (info: ReturnType<typeof useSession>) => {
      latest = info;
      if (seen.at(-1) !== info.status) seen.push(info.status);
    };
    const root = createRoot(document.createElement('div'));
    ends.push(
      () => act(() => root.unmount()),
      () => kit.destroy(),
    );
    await act(async () =>
      root.render(
        <LatchkitProvider kit={kit}>
          <Probe tell={tell} />
        </LatchkitProvider>,
      ),
    );
    await act(async () => {
      await connect(kit, { connectorId: 'io.one' });
      await settle();
    });
    expect(latest?.session).toBeUndefined();
    await act(async () => void (await latest?.signIn()));
    expect(latest?.session?.accountAddress).toBe(`eip155:1:${ADDRESS}`);
    await act(async () => {
      await latest?.signOut();
      await settle();
    });
    expect(latest?.session).toBeUndefined();
    expect(seen.filter(status => status !== 'checking')).toEqual([
      'signed-out',
      'asking',
      'signed-in',
      'signed-out',
    ]);
  });
});
