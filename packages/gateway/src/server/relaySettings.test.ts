import { describe, expect, it } from 'vitest';
import { DEFAULT_RELAY_LIMITS } from '../project/relay/relayLimits.js';
import { relaySettings } from './relaySettings.js';

describe('relaySettings', () => {
  it('stores messages in the database, or on Redis when replicas share it', () => {
    const network = { url: 'wss://relay.walletconnect.org' };
    const absent = { mailbox: 'database', addresses: undefined, limits: DEFAULT_RELAY_LIMITS, network };
    expect(relaySettings({})).toEqual(absent);
    expect(relaySettings({ REDIS_URL: 'redis://x' })).toEqual({ ...absent, mailbox: 'redis' });
    expect(relaySettings({ LATCHKIT_RELAY_MAILBOX: 'memory' }).mailbox).toBe('memory');
    expect(relaySettings({ REDIS_URL: 'redis://x', LATCHKIT_RELAY_MAILBOX: 'database' }).mailbox).toBe(
      'database',
    );
  });

  it('takes another relay of the network only encrypted, or on this machine in development (RW-01)', () => {
    const near = { LATCHKIT_NETWORK_RELAY_URL: 'ws://localhost:4007' };
    expect(relaySettings(near, true).network).toEqual({
      url: near.LATCHKIT_NETWORK_RELAY_URL,
      developmentId: 'd0d0'.repeat(8),
    });
    for (const url of [
      near.LATCHKIT_NETWORK_RELAY_URL,
      'ws://localhost.evil.example',
      'https://relay.example',
      'x',
    ]) {
      expect(() => relaySettings({ LATCHKIT_NETWORK_RELAY_URL: url })).toThrowError(
        /LATCHKIT_NETWORK_RELAY_URL/,
      );
    }
    expect(() =>
      relaySettings({ LATCHKIT_NETWORK_RELAY_URL: 'ws://localhost.evil.example' }, true),
    ).toThrowError();
    expect(
      relaySettings({ LATCHKIT_NETWORK_RELAY_URL: 'wss://relay.example' }).network.developmentId,
    ).toBeUndefined();
  });

  it('accepts addresses and limits', () => {
    const { addresses, limits } = relaySettings({
      LATCHKIT_RELAY_URLS: 'wss://one.example/relay, ws://two.example/relay',
      LATCHKIT_RELAY_CLIENT_RATE: '0',
      LATCHKIT_RELAY_TOPIC_RATE: '7',
      LATCHKIT_RELAY_SUBSCRIPTIONS: '9',
      LATCHKIT_RELAY_MESSAGE_SIZE: '2048',
      LATCHKIT_RELAY_MAILBOX_SIZE: '11',
      LATCHKIT_RELAY_CLIENT_BYTES: '1048576',
      LATCHKIT_RELAY_NETWORK_BYTES: '1048577',
      LATCHKIT_RELAY_MAILBOX_BYTES: '10737418240',
      LATCHKIT_RELAY_IN_FLIGHT_BYTES: '1048579',
      LATCHKIT_RELAY_OUTGOING_BYTES: '1048580',
      LATCHKIT_RELAY_SOCKETS_PER_ADDRESS: '12',
      LATCHKIT_RELAY_SOCKETS: '13',
    });
    expect(addresses).toEqual(['wss://one.example/relay', 'ws://two.example/relay']);
    expect(limits).toEqual({
      perClient: 0,
      perTopic: 7,
      subscriptions: 9,
      messageSize: 2_048,
      mailbox: 11,
      clientBytes: 1_048_576,
      networkBytes: 1_048_577,
      mailboxBytes: 10_737_418_240,
      inFlight: 1_048_579,
      outgoing: 1_048_580,
      socketsPerAddress: 12,
      sockets: 13,
    });
  });

  it.each([
    ['LATCHKIT_RELAY_MAILBOX', 'disk'],
    ['LATCHKIT_RELAY_MAILBOX', 'redis'],
    ['LATCHKIT_RELAY_URLS', 'https://relay.example'],
    ['LATCHKIT_RELAY_URLS', 'wss://'],
    ['LATCHKIT_RELAY_CLIENT_RATE', '-1'],
    ['LATCHKIT_RELAY_SUBSCRIPTIONS', '0'],
    ['LATCHKIT_RELAY_MESSAGE_SIZE', '1kB'],
  ])('refuses %s=%s, naming the variable', (name, value) => {
    expect(() => relaySettings({ [name]: value })).toThrowError(
      expect.objectContaining({ code: 'INVALID_SETTING', message: expect.stringContaining(name) }),
    );
  });

  it('refuses a mailbox in memory beside a Redis server: replicas would not find each other’s messages', () => {
    expect(() => relaySettings({ REDIS_URL: 'redis://x', LATCHKIT_RELAY_MAILBOX: 'memory' })).toThrowError(
      expect.objectContaining({ code: 'INVALID_SETTING' }),
    );
  });
});
