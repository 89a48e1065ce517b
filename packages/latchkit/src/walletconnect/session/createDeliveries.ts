import type { Storage } from '../../core/kernel/storage.js';
import { isError } from '../../protocol/BaseError.js';
import type { PublishOptions } from '../relay/createRelay.js';
import type { Home, Relays } from '../relay/createRelays.js';
import { FRAME_LIMIT } from '../relay/relayLimits.js';
import { type Collection, createCollection } from '../storage/createCollection.js';
import { guards } from '../wire/guards.js';
import { isKey } from './Session.js';

const { boolean, integer, shape, text } = guards;

/** A sealed message that nobody waits for on this side, and that the peer still needs. */
export interface Delivery extends PublishOptions {
  readonly topic: string;
  readonly message: string;
  /** When it is of no use any more, in seconds since 1970. */
  readonly until: number;
}

interface StoredDelivery extends Delivery {
  readonly id: number;
  /** Where its topic lives; absent: on all relays. */
  readonly home?: { readonly name?: string | undefined } | undefined;
}

const isStored = shape(
  { id: integer, topic: isKey, message: text(FRAME_LIMIT), ttl: integer, tag: integer, until: integer },
  { prompt: boolean, home: shape({}, { name: text() }) },
);

/** Messages that are kept until their relay has them: over its failures, and over reloads. */
export interface Deliveries {
  /**
   * Resolves when the relay has it.
   *
   * @param home - Where to send it. Default: where its topic lives. @throws what {@link Relays.publish} throws, WC_RELAY_TIMEOUT only
   * at its end
   */
  send(delivery: Delivery, home?: Home): Promise<void>;
  /** Sends again what an earlier page load left. */
  restore(): void;
}

export interface DeliveriesOptions {
  readonly relay: Pick<Relays, 'publish' | 'homeOf'>;
  readonly storage: Storage;
  nextId(): number;
}

export function createDeliveries({ relay, storage, nextId }: DeliveriesOptions): Deliveries {
  const kept: Collection<StoredDelivery> = createCollection({
    storage,
    name: 'undelivered',
    isItem: (value): value is StoredDelivery => isStored(value),
  });

  const publish = async ({ id, topic, message, ttl, tag, prompt, until, home }: StoredDelivery) => {
    try {
      await untilExpiry(until, () =>
        relay.publish(topic, message, { ttl, tag, prompt }, home && { name: home.name }),
      );
      kept.delete(`${id}`);
    } catch (error) {
      // It is sent after a reload, or once the page names its relay again.
      const waits = isError(error, 'WC_CLOSED') || isError(error, 'WC_RELAY_UNREACHABLE');
      if (!waits) kept.delete(`${id}`);
      throw error;
    }
  };

  return {
    send(delivery, home = relay.homeOf(delivery.topic)) {
      const stored = { ...delivery, id: nextId(), home };
      kept.set(`${stored.id}`, stored);
      return publish(stored);
    },
    restore() {
      const now = Date.now() / 1_000;
      for (const delivery of kept.all()) {
        if (delivery.until <= now) kept.delete(`${delivery.id}`);
        else publish(delivery).catch(() => {});
      }
    },
  };
}

/**
 * Tries again for as long as it is of use: a relay may be away for longer than a call to it lasts.
 *
 * @param expiry - In seconds since 1970.
 */
export async function untilExpiry(expiry: number, send: () => Promise<void>): Promise<void> {
  const attempt = (): Promise<void> =>
    send().catch(error => {
      if (!isError(error, 'WC_RELAY_TIMEOUT') || Date.now() >= expiry * 1_000) throw error;
      return attempt();
    });
  await attempt();
}
