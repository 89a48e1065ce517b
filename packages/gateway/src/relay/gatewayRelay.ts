import { memoryMailbox } from '../adapters/memoryMailbox.js';
import { answerUpgrade } from '../http/answerUpgrade.js';
import { callerAddress } from '../http/clientAddress.js';
import { GatewayError } from '../http/GatewayError.js';
import { errorFields, type Log } from '../http/jsonLog.js';
import type { RateLimiter } from '../http/rateLimiter.js';
import type { Mailbox } from '../ports/Mailbox.js';
import type { PubSub } from '../ports/PubSub.js';
import type { ProjectService } from '../projects/service.js';
import { RELAY_PATH } from './audience.js';
import { mailboxLimits } from './mailboxLimits.js';
import { type Relay, relay } from './relay.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';

/** What a gateway is told about its relay. */
export interface RelaySetup {
  /** Where messages wait; the caller opened it and closes it. Default: memory of this process. */
  readonly mailbox?: Mailbox;
  /** Whether other replicas serve clients too. Default: false. */
  readonly hasReplicas?: boolean;
  /** Public addresses of the relay. Default: `/relay` of the gateway's public address. */
  readonly addresses?: readonly string[] | undefined;
  readonly limits?: Partial<RelayLimits>;
}

export interface GatewayRelayParts {
  readonly setup: RelaySetup;
  readonly projects: Pick<ProjectService, 'get'>;
  readonly pubSub: PubSub;
  readonly metrics: RelayMetrics;
  readonly limiter: RateLimiter;
  /** Requests of an address per minute. */
  readonly perAddress: number;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string | undefined;
  readonly developmentMode: boolean;
  readonly log: Log;
}

/** The relay of a gateway, with what the gateway has already. */
export function gatewayRelay({
  setup,
  pubSub,
  publicUrl,
  developmentMode,
  log,
  ...parts
}: GatewayRelayParts): Relay {
  const own = publicUrl === undefined ? [] : [publicUrl.replace(/^http/, 'ws') + RELAY_PATH];
  const addresses = setup.addresses ?? own;
  // In production the address of a request, which its sender chooses, proves nothing about a token's audience.
  if (addresses.length === 0 && !developmentMode) return unconfigured;
  return relay({
    ...parts,
    mailbox: setup.mailbox ?? memoryMailbox(mailboxLimits(setup.limits ?? {})),
    pubSub: setup.hasReplicas === true ? pubSub : undefined,
    address: callerAddress(parts.trustedProxies),
    addresses: developmentMode && setup.addresses === undefined ? [] : addresses,
    ...(setup.limits === undefined ? {} : { limits: setup.limits }),
    onError: error => log('error', 'relay_failed', errorFields(error)),
  });
}

/** Stands where no relay may be. */
const unconfigured: Relay = {
  upgrade(_, socket) {
    socket.on('error', () => {});
    const text = 'Set LATCHKIT_PUBLIC_URL or LATCHKIT_RELAY_URLS: tokens are made for an address';
    answerUpgrade(socket, new GatewayError(503, 'RELAY_NOT_CONFIGURED', text));
  },
  socketCount: 0,
  close: async () => {},
};
