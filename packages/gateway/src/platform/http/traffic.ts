import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Context } from 'hono';
import { projectId } from 'latchkit/protocol';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type CallerAddress, callerAddress, isTrustedProxy } from './clientAddress.js';
import { connections as countConnections } from './connections.js';
import {
  type BudgetLimits,
  type FairBudget,
  fairBudget,
  knownCaller,
  type Payer,
  stranger,
} from './fairBudget.js';
import { HttpError } from './HttpError.js';
import { paceRequests } from './paceRequests.js';
import { type RateBudget, type RateLimits, rateBudget } from './rateBudget.js';

const MB = 1_048_576;

/** Budgets of a process: of all services in it together. */
export interface TrafficLimits {
  /** Requests in progress, streams included. */
  readonly requests: BudgetLimits;
  /** Bytes of request bodies, of what nodes send for a caller, and of answers that a caller has not read yet. */
  readonly bytes: BudgetLimits;
  /** Connections without a proxy, other than WebSockets. */
  readonly connections: BudgetLimits;
  /** Milliseconds that a reader has to take 64 kB, or what was written if it is less. */
  readonly readTime: number;
  /** Whether requests of one network begin in turns. */
  readonly isPaced: boolean;
}

/** Defaults of the budgets. */
export const DEFAULT_TRAFFIC: TrafficLimits = {
  requests: { address: 1_000, wide: 2_000, project: 6_000, strangers: 8_000, all: 10_000 },
  bytes: { address: 24 * MB, wide: 64 * MB, project: 96 * MB, strangers: 160 * MB, all: 256 * MB },
  connections: { address: 2_000, wide: 6_000, project: 20_000, strangers: 20_000, all: 20_000 },
  readTime: 15_000,
  isPaced: true,
};

/** Bytes per minute that nodes may send: reading and parsing them is most of the work of a chain call. */
const NODE_BYTES: RateLimits = { address: 128 * MB, wide: 384 * MB, project: 4_096 * MB, all: 8_192 * MB };

/** Seconds after which a refused caller may retry. */
export const RETRY_AFTER = 2;

/** Share by which requests that name a login may exceed the limit of their address, until the login is verified. */
const CLAIMS = 1.5;

/** What callers use of this process: requests in progress and bytes. */
export interface Traffic {
  readonly bytes: FairBudget;
  /** As in `TrafficLimits`. */
  readonly readTime: number;
  /**
   * Counts a connection until it closes. At the limit of its address, the oldest connection without a request is closed in its
   * favour, or this one if there is none.
   */
  connected(socket: Socket): void;
  /** Another limit counts this connection from now on. */
  upgraded(socket: Duplex): void;
  /** Counts a request. Undefined: refused. */
  begin(incoming: IncomingMessage, shed: () => void): (() => void) | undefined;
  /** Begins a request in its network's turn. */
  pace(incoming: IncomingMessage, serve: () => void): void;
  /** Bytes per minute that nodes may send for a caller. */
  readonly nodeBytes: RateBudget;
  /** Who pays for what is done for a request. */
  payerOf(incoming: IncomingMessage): Payer;
  /** The caller of a request has proved a login. */
  know(context: Context, key: string): void;
  /** Who pays for a request of the app. */
  payer(context: Context): Payer;
  /** Adds the figures of the budgets. */
  register(registry: Registry): void;
}

interface Ticket {
  payer: Payer;
  release: () => void;
  readonly shed: () => void;
}

/**
 * Counts what callers use, by their network, project and login.
 *
 * @param trustedProxies - As in `clientAddress`.
 */
export function createTraffic(
  trustedProxies: readonly string[] = [],
  limits: TrafficLimits = DEFAULT_TRAFFIC,
): Traffic {
  const address = callerAddress(trustedProxies);
  const tickets = new WeakMap<IncomingMessage, Ticket>();
  const counts = {
    requests: { refused: 0, shed: 0 },
    bytes: { refused: 0, shed: 0 },
    connections: { refused: 0, shed: 0 },
  };
  const requests = fairBudget(limits.requests, outcome => {
    counts.requests[outcome] += 1;
  });
  const claims = fairBudget(
    { ...limits.requests, address: Math.floor(limits.requests.address * (CLAIMS - 1)) },
    outcome => {
      counts.requests[outcome] += 1;
    },
  );
  const bytes = fairBudget(limits.bytes, outcome => {
    counts.bytes[outcome] += 1;
  });
  const open = countConnections(limits.connections, outcome => {
    counts.connections[outcome] += 1;
  });
  const isProxy = isTrustedProxy(trustedProxies);
  const payerOf = (incoming: IncomingMessage) =>
    tickets.get(incoming)?.payer ?? strangerOf(incoming, address);
  const turns = paceRequests();
  return {
    bytes,
    nodeBytes: rateBudget(NODE_BYTES),
    pace(incoming, serve) {
      if (!limits.isPaced) return serve();
      const payer = payerOf(incoming);
      // Those who name a login have turns of their own.
      const isClaimed = incoming.headers.authorization !== undefined;
      return turns.begin(isClaimed ? { ...payer, key: `${payer.key} login` } : payer, serve);
    },
    readTime: limits.readTime,
    payerOf,
    connected(socket) {
      const { remoteAddress: remote } = socket;
      if (remote !== undefined && !isProxy(remote)) open.add(socket, stranger(address(remote, undefined)));
    },
    upgraded: open.forget,
    begin(incoming, shed) {
      const payer = strangerOf(incoming, address);
      const claimed = incoming.headers.authorization !== undefined;
      const hold = requests.take(payer, 1, shed) ?? (claimed ? claims.take(payer, 1, shed) : undefined);
      if (hold === undefined) return undefined;
      const ticket: Ticket = { payer, release: hold.release, shed };
      tickets.set(incoming, ticket);
      const rest = open.use(incoming.socket);
      return () => {
        ticket.release();
        rest();
      };
    },
    know(context, key) {
      const ticket = ticketOf(context, tickets);
      if (ticket === undefined) return;
      const payer = knownCaller(key);
      const hold = requests.take(payer, 1, ticket.shed);
      if (hold === undefined) throw busy();
      ticket.release();
      ticket.payer = payer;
      ticket.release = hold.release;
    },
    payer(context) {
      const from = address(incomingOf(context)?.socket.remoteAddress, context.req.header('X-Forwarded-For'));
      const named = projectId.safeParse(context.req.query('projectId'));
      return ticketOf(context, tickets)?.payer ?? stranger(from, named.data);
    },
    register(registry) {
      const figures = { requests, bytes, connections: open };
      new Gauge({
        name: 'latchkit_budget_used',
        help: 'Requests in progress, and bytes held for callers',
        labelNames: ['budget'],
        registers: [registry],
        collect() {
          for (const [budget, { used }] of Object.entries(figures)) this.set({ budget }, used);
        },
      });
      new Counter({
        name: 'latchkit_budget_exceeded_total',
        help: 'Requests refused, or ended in favour of others, by a budget',
        labelNames: ['budget', 'outcome'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [budget, outcomes] of Object.entries(counts))
            for (const [outcome, count] of Object.entries(outcomes)) this.inc({ budget, outcome }, count);
        },
      });
    },
  };
}

/** The error while a budget is used up. */
export function busy(): HttpError {
  return new HttpError(503, 'SERVER_BUSY', 'Too much is in progress for this caller', {
    context: { retryAfter: RETRY_AFTER },
  });
}

function ticketOf(context: Context, tickets: WeakMap<IncomingMessage, Ticket>): Ticket | undefined {
  const incoming = incomingOf(context);
  return incoming && tickets.get(incoming);
}

/** Node's request; undefined for a call of the same process, and in an app without a server. */
export function incomingOf(context: Context): IncomingMessage | undefined {
  return (context.env as { readonly incoming?: IncomingMessage } | undefined)?.incoming;
}

function strangerOf({ url = '', headers, socket }: IncomingMessage, address: CallerAddress): Payer {
  const from = address(socket.remoteAddress, headers['x-forwarded-for']?.toString());
  return stranger(from, /[?&]projectId=([\w-]{1,64})(?:&|$)/.exec(url)?.[1]);
}
