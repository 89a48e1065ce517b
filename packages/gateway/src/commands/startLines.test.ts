import { describe, expect, it } from 'vitest';
import { readSettings } from '../server/readSettings.js';
import type { RunningServer } from '../server/startServer.js';
import { startLines } from './startLines.js';

const running = { url: 'http://localhost:4000', notes: [] } as unknown as RunningServer;
const lines = (env: Record<string, string>) => startLines(readSettings(env), running, '(test)');

describe('startLines', () => {
  it('name the development project, which is the default of pages on this machine (DX-06)', () => {
    expect(lines({})).toContain(
      'Project: 00000000000000000000000000000000 (development); pages of this machine need no projectId',
    );
  });

  it('say in production how to make a project (DX-06)', () => {
    const production = lines({ NODE_ENV: 'production' });
    expect(production).toContain('Projects: latchkit-gateway project list, or project create --name NAME');
    expect(production.join()).not.toContain('0000');
  });
});
