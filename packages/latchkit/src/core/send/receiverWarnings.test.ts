// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../connection/connect.js';
import { memoryStorage } from '../kernel/storage.js';
import { ADDRESS } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { readReceivers, receiverWarnings, rememberReceiver } from './receiverWarnings.js';
import { setSendReceiver } from './sendDraft.js';

const KNOWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TWIN = '0x7000000000000000000000000000000000dc79c8';

const kits: { destroy(): void }[] = [];
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy();
});

async function warned(receiver: string, used: readonly string[] = [KNOWN]) {
  const storage = memoryStorage();
  for (const address of used) rememberReceiver(storage, 'eip155', address);
  const { kit } = startedKit({ storage });
  kits.push(kit);
  await connect(kit, { connectorId: 'io.one' });
  setSendReceiver(kit, receiver);
  return receiverWarnings(kit);
}

describe('receiverWarnings', () => {
  it('warns about an address that looks like a known or own one', async () => {
    expect(await warned(TWIN)).toEqual([{ kind: 'lookAlike', similarTo: KNOWN }]);
    const ownTwin = `${ADDRESS.slice(0, 4)}${'0'.repeat(32)}${ADDRESS.slice(-6)}`;
    expect(await warned(ownTwin, [])).toEqual([{ kind: 'lookAlike', similarTo: ADDRESS }]);
  });

  it('warns about a first send and the account itself, and not about a known address', async () => {
    expect(await warned(KNOWN, [])).toEqual([{ kind: 'firstTime' }]);
    expect(await warned(ADDRESS.toLowerCase())).toEqual([{ kind: 'self' }]);
    expect(await warned(KNOWN.toLowerCase())).toEqual([]);
  });

  it('stores 50 receivers, most recent first, and treats a corrupt record as absent', () => {
    const storage = memoryStorage();
    for (let index = 0; index < 60; index++) rememberReceiver(storage, 'eip155', `0x${index}`);
    rememberReceiver(storage, 'eip155', '0x20');
    expect(readReceivers(storage, 'eip155')).toHaveLength(50);
    expect(readReceivers(storage, 'eip155')[0]).toBe('0x20');
    for (const text of ['{', '[]', '{"eip155":7}', '{"eip155":[7]}']) {
      storage.setItem('latchkit.v1.receivers', text);
      expect(readReceivers(storage, 'eip155'), text).toEqual([]);
    }
  });
});
