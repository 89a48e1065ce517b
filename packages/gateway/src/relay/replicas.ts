import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Mail } from '../ports/Mailbox.js';
import type { PubSub } from '../ports/PubSub.js';

/** How the relay of this process tells those of others that a message came. */
export interface Replicas {
  readonly areSeveral: boolean;
  announce(mail: Mail): Promise<void>;
  /** Hears messages of a topic that came to other replicas; resolves when none is missed from now on. */
  listen(topic: string, heard: (mail: Mail) => void): Promise<() => Promise<void>>;
  /** Called when announcements may have been lost: the mailbox has them. */
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

/** A relay that is alone. */
export const noReplicas: Replicas = {
  areSeveral: false,
  announce: noop,
  listen: async () => noop,
  onMissed: () => {},
  close: noop,
};

/** Relays that hear each other over channels, one per topic: each hears only what its own clients listen to. */
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
