import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { PubSub } from '../../platform/ports/PubSub.js';
import type { Mail } from './mailbox/Mailbox.js';

/** Announces messages to the relays of other replicas. */
export interface Replicas {
  readonly areSeveral: boolean;
  announce(mail: Mail): Promise<void>;
  /** Receives messages of a topic from other replicas; resolves once none is missed. */
  listen(topic: string, heard: (mail: Mail) => void): Promise<() => Promise<void>>;
  /** Registers a listener for lost announcements; the mailbox has the messages. */
  onMissed(listener: () => void): void;
  close(): Promise<void>;
}

const announcement = z.object({
  from: z.string(),
  mail: z.object({
    topic: z.string(),
    id: z.string(),
    message: z.string(),
    tag: z.number(),
    sender: z.string(),
    attestation: z.string().exactOptional(),
    publishedAt: z.number(),
    expiresAt: z.number(),
  }),
});

const noop = async () => {};

/** For a relay without replicas. */
export const noReplicas: Replicas = {
  areSeveral: false,
  announce: noop,
  listen: async () => noop,
  onMissed: () => {},
  close: noop,
};

/** Announces messages on one channel per topic, so that each replica only receives the topics of its own clients. */
export function replicasOn(pubSub: PubSub): Replicas {
  const self = randomUUID();
  const stops: (() => void)[] = [];
  return {
    areSeveral: true,
    announce: mail => pubSub.publish(`relay:${mail.topic}`, JSON.stringify({ from: self, mail })),
    listen: (topic, heard) =>
      pubSub.subscribe(`relay:${topic}`, text => {
        const said = announcement.safeParse(parse(text));
        if (said.success && said.data.from !== self) heard(said.data.mail);
      }),
    onMissed(listener) {
      stops.push(pubSub.onRestored(listener));
    },
    async close() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
