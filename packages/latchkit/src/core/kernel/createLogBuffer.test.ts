// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { openModal } from '../modal/openModal.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { raiseAlert } from './alerts.js';
import { createLogBuffer, getLogs } from './logs.js';
import { reportError } from './reportError.js';

describe('createLogBuffer', () => {
  it('stores about 1 MB and drops the oldest entries [LIM-25]', () => {
    const log = createLogBuffer();
    for (let index = 0; index < 2_000; index++) {
      log.add({ timestamp: index, alert: 'SERVER_ERROR', message: 'x'.repeat(1_000) });
    }
    const entries = log.entries();
    const size = JSON.stringify(entries).length;
    expect(size).toBeGreaterThan(900_000);
    expect(size).toBeLessThan(1_050_000);
    expect(entries.at(-1)?.timestamp).toBe(1_999);
    expect(entries[0]?.timestamp).toBe(2_000 - entries.length);
  });
});

describe('getLogs', () => {
  it('has events, errors and alerts, oldest first', () => {
    const { kit } = startedKit();
    openModal(kit);
    reportError(kit, 'VIEW', new TypeError('broken'));
    raiseAlert(kit, 'NETWORK_NOT_FOUND', 'eip155:7 is not there.');
    const names = getLogs(kit).map(entry => ('event' in entry ? entry.event : entry.alert));
    expect(names).toEqual(['MODAL_CREATED', 'MODAL_OPEN', 'INTERNAL_ERROR', 'NETWORK_NOT_FOUND']);
  });
});
