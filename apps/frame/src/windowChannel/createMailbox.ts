import {
  callPath,
  frameError,
  putSealedMessageCall,
  type putSealedMessageRequest,
  takeSealedMessageCall,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { failureCodeOf, type ServiceClient } from '../services/createServiceClient.js';

/** The wallet service's storage through which two pages of one browser exchange sealed messages. */
export interface Mailbox {
  /** Stores a message. @throws the errors of `ServiceClient.call`. */
  put(id: string, sealed: string): Promise<void>;
  /** Removes and returns a message; undefined if the mailbox is empty. @throws INTERNAL, TIMEOUT, ABORTED */
  take(id: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Milliseconds that one poll may take. */
const LOOK_LIMIT = 10_000;

export interface MailboxOptions {
  /** Base URL of the wallet service, without a trailing slash. */
  readonly url: string;
  /** Sends messages with a proof of its key. Reading needs none: knowing a mailbox id is enough. */
  readonly client: () => Promise<Pick<ServiceClient, 'call'>> | Pick<ServiceClient, 'call'>;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Creates the mailbox of the wallet service. */
export function createMailbox({ url, client, fetch: send = fetchOf }: MailboxOptions): Mailbox {
  return {
    async put(id, ct) {
      const { call } = await client();
      await call<typeof putSealedMessageRequest>(putSealedMessageCall, { params: { id }, body: { ct } });
    },
    async take(id, signal) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT)]);
      const body = await send(new Request(url + callPath(takeSealedMessageCall, { id }), { signal: until }))
        .then(response => response.json())
        .catch(cause => {
          throw frameError(failureCodeOf(cause), { cause });
        });
      const answer = z.safeParse(takeSealedMessageCall.response, body);
      if (!answer.success) throw frameError('INTERNAL', { cause: answer.error });
      return answer.data.ct;
    },
  };
}

const fetchOf = (request: Request) => fetch(request);
