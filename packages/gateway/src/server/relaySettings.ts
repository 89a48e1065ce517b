import {
  type Environment,
  invalidSetting,
  listSetting,
  numberSetting,
  optionSetting,
} from '../platform/settingValues.js';
import { NETWORK_RELAY, type NetworkRelay } from '../project/projects/NetworkRelay.js';
import type { MailboxKind } from '../project/relay/mailbox/openMailbox.js';
import { DEVELOPMENT_NETWORK_ID } from '../project/relay/networkStandIn.js';
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from '../project/relay/relayLimits.js';

/** The relay's settings in the environment. */
export interface RelaySettings {
  readonly mailbox: MailboxKind;
  /** Public URLs, for example `wss://relay.example/relay`; undefined: derived from the gateway's. */
  readonly addresses: readonly string[] | undefined;
  readonly limits: RelayLimits;
  /** The relay of the WalletConnect network. */
  readonly network: NetworkRelay;
}

const KINDS = ['memory', 'database', 'redis'] as const;

/** Smaller caps for messages in memory. */
const MEMORY_LIMITS = { networkBytes: 128 * 1_048_576, mailboxBytes: 256 * 1_048_576 };

/** Reads the settings. @throws BaseError `INVALID_SETTING`, which names the variable. */
export function relaySettings(env: Environment, developmentMode = false): RelaySettings {
  const kind = mailbox(env);
  const absent = kind === 'memory' ? MEMORY_LIMITS : DEFAULT_RELAY_LIMITS;
  const limits: RelayLimits = {
    perClient: numberSetting(env, 'LATCHKIT_RELAY_CLIENT_RATE', DEFAULT_RELAY_LIMITS.perClient),
    perTopic: numberSetting(env, 'LATCHKIT_RELAY_TOPIC_RATE', DEFAULT_RELAY_LIMITS.perTopic),
    subscriptions: numberSetting(env, 'LATCHKIT_RELAY_SUBSCRIPTIONS', DEFAULT_RELAY_LIMITS.subscriptions, 1),
    messageSize: numberSetting(env, 'LATCHKIT_RELAY_MESSAGE_SIZE', DEFAULT_RELAY_LIMITS.messageSize, 1_024),
    mailbox: numberSetting(env, 'LATCHKIT_RELAY_MAILBOX_SIZE', DEFAULT_RELAY_LIMITS.mailbox, 1),
    clientBytes: numberSetting(
      env,
      'LATCHKIT_RELAY_CLIENT_BYTES',
      DEFAULT_RELAY_LIMITS.clientBytes,
      1_048_576,
    ),
    networkBytes: numberSetting(env, 'LATCHKIT_RELAY_NETWORK_BYTES', absent.networkBytes, 1_048_576),
    mailboxBytes: numberSetting(env, 'LATCHKIT_RELAY_MAILBOX_BYTES', absent.mailboxBytes, 1_048_576),
    inFlight: numberSetting(env, 'LATCHKIT_RELAY_IN_FLIGHT_BYTES', DEFAULT_RELAY_LIMITS.inFlight, 1_048_576),
    outgoing: numberSetting(env, 'LATCHKIT_RELAY_OUTGOING_BYTES', DEFAULT_RELAY_LIMITS.outgoing, 1_048_576),
    socketsPerAddress: numberSetting(
      env,
      'LATCHKIT_RELAY_SOCKETS_PER_ADDRESS',
      DEFAULT_RELAY_LIMITS.socketsPerAddress,
    ),
    sockets: numberSetting(env, 'LATCHKIT_RELAY_SOCKETS', DEFAULT_RELAY_LIMITS.sockets, 1),
  };
  return { mailbox: kind, addresses: addresses(env), limits, network: network(env, developmentMode) };
}

/** A relay that is named in development stands in for the network's, so the development project has an id there. */
function network(env: Environment, developmentMode: boolean): NetworkRelay {
  const url = env.LATCHKIT_NETWORK_RELAY_URL;
  if (!url) return NETWORK_RELAY;
  const isNear = developmentMode && /^ws:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(url);
  if (!URL.canParse(url) || !(url.startsWith('wss://') || isNear)) {
    throw invalidSetting('LATCHKIT_NETWORK_RELAY_URL', 'must be a wss:// URL');
  }
  return { url, developmentId: developmentMode ? DEVELOPMENT_NETWORK_ID : undefined };
}

function mailbox(env: Environment): MailboxKind {
  const kind = optionSetting(env, 'LATCHKIT_RELAY_MAILBOX', KINDS, env.REDIS_URL ? 'redis' : 'database');
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
