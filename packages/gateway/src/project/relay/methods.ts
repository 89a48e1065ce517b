import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Hub } from './hub.js';
import type { Mail } from './mailbox/Mailbox.js';
import { invalidParams, limited, RelayError } from './RelayError.js';
import type { RelayLimits } from './relayLimits.js';
import type { Session } from './Session.js';

/** Maximum number of topics in one batch; existing clients send no more. */
const MAX_TOPICS = 500;
const MAX_BATCH = 100;
/** Maximum number of messages in a response to `irn_fetchMessages`. */
const FETCH_PAGE = 50;
/** Maximum lifetime of a message in seconds: thirty days. */
const MAX_TTL = 2_592_000;
/** Lifetime of a proposal without a `ttl`, in seconds. */
const DEFAULT_TTL = 300;

/** Tags of the Sign API that the relay itself assigns. */
const TAG = { propose: 1100, approveResponse: 1101, settle: 1102 } as const;

const topic = z.string().regex(/^[0-9a-f]{64}$/, 'is not 32 bytes in hexadecimals');
// PostgreSQL text holds no NUL and no unpaired surrogates.
const text = z.string().refine(given => !/[\0\ud800-\udfff]/u.test(given), 'is not well-formed text');
const message = text.min(1);
const ttl = z.int().positive();
const tag = z.int().min(0).max(0xff_ff_ff_ff);
const attestation = text.max(8_192).optional();
const published = z.object({ topic, message, ttl, tag, attestation });
const subscription = z.object({ topic, id: z.string().max(100).optional() });

const params = {
  publish: published,
  batchPublish: z.object({ messages: z.array(published).min(1).max(MAX_BATCH) }),
  topic: z.object({ topic }),
  topics: z.object({ topics: z.array(topic).max(MAX_TOPICS) }),
  unsubscribe: subscription,
  batchUnsubscribe: z.object({ subscriptions: z.array(subscription).max(MAX_TOPICS) }),
  receive: z.object({
    receipts: z.array(z.object({ topic, messageId: z.string().regex(/^[0-9a-f]{64}$/) })).max(MAX_TOPICS),
  }),
  propose: z.object({
    pairingTopic: topic,
    sessionProposal: message,
    ttl: ttl.default(DEFAULT_TTL),
    attestation,
  }),
  approve: z.object({
    sessionTopic: topic,
    pairingTopic: topic,
    sessionProposalResponse: message,
    sessionSettlementRequest: message,
    ttl: ttl.default(DEFAULT_TTL),
  }),
};

type Publication = z.infer<typeof published>;

/** Executes one request of a client; resolves with the result of the JSON-RPC response. */
export type Methods = (session: Session, method: string, params: unknown) => Promise<unknown>;

/**
 * The methods of the relay RPC: `irn_*`, and the two `wc_*` that subscribe and publish in one step.
 *
 * @throws RelayError.
 */
export function methods(hub: Hub, limits: RelayLimits, now: () => number): Methods {
  const publish = async (session: Session, publications: readonly Publication[]): Promise<true> => {
    const mails = publications.map(one => mailOf(one, session.client, limits, now()));
    await hub.publish(mails, session.network);
    return true;
  };

  const table: Readonly<Record<string, (session: Session, given: unknown) => Promise<unknown>>> = {
    irn_publish: (session, given) => publish(session, [read(params.publish, given)]),
    irn_batchPublish: (session, given) => publish(session, read(params.batchPublish, given).messages),
    irn_subscribe: async (session, given) => {
      const [id] = await hub.subscribe(session, [read(params.topic, given).topic]);
      return id;
    },
    irn_batchSubscribe: (session, given) => hub.subscribe(session, read(params.topics, given).topics),
    async irn_unsubscribe(session, given) {
      return hub.unsubscribe(session, [read(params.unsubscribe, given).topic]);
    },
    async irn_batchUnsubscribe(session, given) {
      const { subscriptions } = read(params.batchUnsubscribe, given);
      return hub.unsubscribe(
        session,
        subscriptions.map(one => one.topic),
      );
    },
    irn_fetchMessages: (session, given) => fetchPage(hub, session, [read(params.topic, given).topic]),
    irn_batchFetchMessages: (session, given) => fetchPage(hub, session, read(params.topics, given).topics),
    async irn_batchReceive(_, given) {
      const { receipts } = read(params.receive, given);
      await Promise.all(receipts.map(one => hub.receive(one.topic, one.messageId)));
      return true;
    },
    async wc_proposeSession(session, given) {
      const { pairingTopic, sessionProposal, ...rest } = read(params.propose, given);
      await hub.subscribe(session, [pairingTopic]);
      return publish(session, [{ ...rest, topic: pairingTopic, message: sessionProposal, tag: TAG.propose }]);
    },
    async wc_approveSession(session, given) {
      const approval = read(params.approve, given);
      const { pairingTopic, sessionTopic, ttl } = approval;
      await hub.subscribe(session, [pairingTopic, sessionTopic]);
      return publish(session, [
        { topic: pairingTopic, message: approval.sessionProposalResponse, ttl, tag: TAG.approveResponse },
        { topic: sessionTopic, message: approval.sessionSettlementRequest, ttl, tag: TAG.settle },
      ]);
    },
  };
  const known = new Map(Object.entries(table));

  return async (session, method, given) => {
    const run = known.get(method);
    if (!run) throw new RelayError(-32_601, 'METHOD_NOT_FOUND', 'The relay knows no such method');
    return run(session, given);
  };
}

/** A page of stored messages, in the field names of the relay RPC. */
async function fetchPage(hub: Hub, session: Session, topics: readonly string[]) {
  const { mails, hasMore } = await hub.fetch(session, topics, FETCH_PAGE);
  const messages = mails.map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    attestation,
  }));
  return { messages, hasMore };
}

function mailOf(
  { topic, message, ttl, tag, attestation }: Publication,
  sender: string,
  { messageSize }: RelayLimits,
  time: number,
): Mail {
  // A character takes at most three bytes, so only long messages are measured.
  if (message.length * 3 > messageSize && Buffer.byteLength(message) > messageSize) {
    throw limited('MESSAGE_TOO_LARGE', `A message may have ${messageSize} bytes`);
  }
  return {
    topic,
    id: hash('sha256', message),
    message,
    tag,
    sender,
    ...(attestation === undefined ? {} : { attestation }),
    publishedAt: time,
    expiresAt: time + Math.min(ttl, MAX_TTL) * 1_000,
  };
}

function read<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const answer = schema.safeParse(given);
  if (answer.success) return answer.data;
  const [issue] = answer.error.issues;
  throw invalidParams(
    `params.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`.slice(0, 300),
  );
}
