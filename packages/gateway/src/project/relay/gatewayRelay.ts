import type { Registry } from 'prom-client';
import { answerUpgrade } from '../../platform/http/answerUpgrade.js';
import { callerAddress } from '../../platform/http/clientAddress.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import { errorFields, type Log } from '../../platform/jsonLog.js';
import type { PubSub } from '../../platform/ports/PubSub.js';
import type { NetworkRelay } from '../projects/NetworkRelay.js';
import type { ProjectService } from '../projects/service.js';
import { RELAY_PATH } from './audience.js';
import { createRelay, type Relay } from './createRelay.js';
import type { Mailbox } from './mailbox/Mailbox.js';
import { mailboxLimits } from './mailbox/mailboxLimits.js';
import { memoryMailbox } from './mailbox/memoryMailbox.js';
import type { RelayLimits } from './relayLimits.js';
import { relayMetrics } from './relayMetrics.js';

/** Options of a gateway's relay. */
export interface RelaySetup {
  /** Stores undelivered messages; the caller opens and closes it. Default: in the memory of this process. */
  readonly mailbox?: Mailbox;
  /** Whether clients also connect to other replicas. Default: false. */
  readonly hasReplicas?: boolean;
  /** Public URLs of the relay. Default: `/relay` at the gateway's public URL. */
  readonly addresses?: readonly string[] | undefined;
  readonly limits?: Partial<RelayLimits>;
  /** The relay of the network, for projects with an id there. Default: the public one. */
  readonly network?: NetworkRelay;
}

export interface GatewayRelayParts {
  readonly setup: RelaySetup;
  readonly projects: Pick<ProjectService, 'get'>;
  readonly pubSub: PubSub;
  readonly registry: Registry;
  readonly limiter: RateLimiter;
  /** Requests per address and minute. */
  readonly perAddress: number;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string | undefined;
  readonly developmentMode: boolean;
  readonly log: Log;
}

/** Creates the relay of a gateway from parts that the gateway shares. */
export function gatewayRelay({
  setup,
  pubSub,
  publicUrl,
  developmentMode,
  registry,
  log,
  ...parts
}: GatewayRelayParts): Relay {
  // Registered even without a relay, so that dashboards find them.
  const metrics = relayMetrics(registry);
  const own = publicUrl === undefined ? [] : [publicUrl.replace(/^http/, 'ws') + RELAY_PATH];
  const addresses = setup.addresses ?? own;
  // In production, the URL of a request proves nothing about a token's audience, because the sender chooses it.
  if (addresses.length === 0 && !developmentMode) return unconfigured;
  return createRelay({
    ...parts,
    metrics,
    mailbox: setup.mailbox ?? memoryMailbox(mailboxLimits(setup.limits ?? {})),
    pubSub: setup.hasReplicas === true ? pubSub : undefined,
    address: callerAddress(parts.trustedProxies),
    addresses: developmentMode && setup.addresses === undefined ? [] : addresses,
    ...(setup.limits === undefined ? {} : { limits: setup.limits }),
    onError: error => log('error', 'relay_failed', errorFields(error)),
  });
}

/** Replaces the relay when it has no public URL. */
const unconfigured: Relay = {
  upgrade(_, socket) {
    socket.on('error', () => {});
    const text = 'Set LATCHKIT_PUBLIC_URL or LATCHKIT_RELAY_URLS: tokens are made for an address';
    answerUpgrade(socket, new HttpError(503, 'RELAY_NOT_CONFIGURED', text));
  },
  socketCount: 0,
  close: async () => {},
};
