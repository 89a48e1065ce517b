import { writeFrameRequest } from 'latchkit/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGateStore } from '../storage/createGateStore.js';
import { createHostSession } from './createHostSession.js';
import { logMessages } from './logMessages.js';

const DEVELOPMENT = '0'.repeat(32);

const noStorage = (): Storage => {
  throw new Error('Storage is off');
};

/** A wallet page's end of a port that logs, and the host's end. */
function connect(enableLogger: 'true' | 'false', projectId = DEVELOPMENT) {
  const { port1: host, port2: page } = new MessageChannel();
  const lines: string[] = [];
  logMessages(page, { enableLogger, projectId }, line => lines.push(line));
  const server = createHostSession(
    page,
    { CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }) },
    {
      accounts: () => [],
      onReload: () => {},
      gate: createGateStore(noStorage, 'https://app.example'),
      ownGate: createGateStore(noStorage, 'https://app.example', 'visitor'),
    },
  );
  const answers: unknown[] = [];
  host.addEventListener('message', ({ data }) => answers.push(data));
  host.start();
  onTestFinished(() => {
    server.close();
    host.close();
  });
  const ask = async () => {
    const id = crypto.randomUUID();
    host.postMessage(writeFrameRequest(id, 'CONNECT_EMAIL', { email: 'ada@mail.example' }));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    return id;
  };
  return { lines, ask };
}

describe('logMessages', () => {
  it('logs types, ids and durations in the development project, but no contents', async () => {
    const { lines, ask } = connect('true');
    const id = await ask();
    expect(lines).toEqual([
      `[latchkit wallet] ${id} CONNECT_EMAIL`,
      expect.stringMatching(`^\\[latchkit wallet\\] ${id} FRAME/CONNECT_EMAIL_SUCCESS after \\d+ ms$`),
    ]);
    expect(lines.join()).not.toContain('ada@mail.example');
  });

  it.each([
    ['false', DEVELOPMENT],
    ['true', '1'.repeat(32)],
  ] as const)('logs nothing with enableLogger=%s in project %s', async (enableLogger, projectId) => {
    const { lines, ask } = connect(enableLogger, projectId);
    await ask();
    expect(lines).toEqual([]);
  });
});
