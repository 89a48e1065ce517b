import { type Environment, invalidSetting, listSetting } from '../platform/settingValues.js';
import type { MailboxKind } from '../project/relay/mailbox/openMailbox.js';
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from '../project/relay/relayLimits.js';

/** The relay's settings in the environment. */
export interface RelaySettings {
  readonly mailbox: MailboxKind;
  /** Public URLs, for example `wss://relay.example/relay`; undefined: derived from the gateway's. */
  readonly addresses: readonly string[] | undefined;
  readonly limits: RelayLimits;
}

const KINDS = ['memory', 'database', 'redis'] as const;

/** Smaller caps for messages in memory. */
const MEMORY_LIMITS = { networkBytes: 128 * 1_048_576, mailboxBytes: 256 * 1_048_576 };

/** Reads the settings. @throws BaseError `INVALID_SETTING`, which names the variable. */
export function relaySettings(env: Environment): RelaySettings {
  const kind = mailbox(env);
  const absent = kind === 'memory' ? MEMORY_LIMITS : DEFAULT_RELAY_LIMITS;
  const limits: RelayLimits = {
    perClient: whole(env, 'LATCHKIT_RELAY_CLIENT_RATE', DEFAULT_RELAY_LIMITS.perClient, 0),
    perTopic: whole(env, 'LATCHKIT_RELAY_TOPIC_RATE', DEFAULT_RELAY_LIMITS.perTopic, 0),
    subscriptions: whole(env, 'LATCHKIT_RELAY_SUBSCRIPTIONS', DEFAULT_RELAY_LIMITS.subscriptions, 1),
    messageSize: whole(env, 'LATCHKIT_RELAY_MESSAGE_SIZE', DEFAULT_RELAY_LIMITS.messageSize, 1_024),
    mailbox: whole(env, 'LATCHKIT_RELAY_MAILBOX_SIZE', DEFAULT_RELAY_LIMITS.mailbox, 1),
    clientBytes: whole(env, 'LATCHKIT_RELAY_CLIENT_BYTES', DEFAULT_RELAY_LIMITS.clientBytes, 1_048_576),
    networkBytes: whole(env, 'LATCHKIT_RELAY_NETWORK_BYTES', absent.networkBytes, 1_048_576),
    mailboxBytes: whole(env, 'LATCHKIT_RELAY_MAILBOX_BYTES', absent.mailboxBytes, 1_048_576),
    inFlight: whole(env, 'LATCHKIT_RELAY_IN_FLIGHT_BYTES', DEFAULT_RELAY_LIMITS.inFlight, 1_048_576),
    outgoing: whole(env, 'LATCHKIT_RELAY_OUTGOING_BYTES', DEFAULT_RELAY_LIMITS.outgoing, 1_048_576),
    socketsPerAddress: whole(
      env,
      'LATCHKIT_RELAY_SOCKETS_PER_ADDRESS',
      DEFAULT_RELAY_LIMITS.socketsPerAddress,
      0,
    ),
    sockets: whole(env, 'LATCHKIT_RELAY_SOCKETS', DEFAULT_RELAY_LIMITS.sockets, 1),
  };
  return { mailbox: kind, addresses: addresses(env), limits };
}

function mailbox(env: Environment): MailboxKind {
  const text = env.LATCHKIT_RELAY_MAILBOX || (env.REDIS_URL ? 'redis' : 'database');
  const kind = KINDS.find(one => one === text);
  if (!kind) throw invalidSetting('LATCHKIT_RELAY_MAILBOX', `must be one of ${KINDS.join(', ')}`);
  if (kind === 'redis' && !env.REDIS_URL) throw invalidSetting('LATCHKIT_RELAY_MAILBOX', 'needs REDIS_URL');
  // In memory, each replica would store messages that clients of the others never find.
  if (kind === 'memory' && env.REDIS_URL) {
    throw invalidSetting('LATCHKIT_RELAY_MAILBOX', 'cannot be memory where replicas share a Redis server');
  }
  return kind;
}

function addresses(env: Environment): readonly string[] | undefined {
  const found = listSetting(env, 'LATCHKIT_RELAY_URLS');
  if (!found.every(address => /^wss?:\/\//.test(address) && URL.canParse(address))) {
    throw invalidSetting('LATCHKIT_RELAY_URLS', 'must be ws(s) URLs, separated by commas');
  }
  return found.length === 0 ? undefined : found;
}

function whole(env: Environment, name: string, absent: number, least: number): number {
  const text = env[name];
  if (!text) return absent;
  const isWhole = /^\d{1,12}$/.test(text) && Number(text) >= least;
  if (!isWhole) throw invalidSetting(name, `must be a whole number, at least ${least}`);
  return Number(text);
}
