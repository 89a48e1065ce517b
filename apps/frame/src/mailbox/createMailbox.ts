import {
  callPath,
  frameError,
  putLetterCall,
  type putLetterRequest,
  takeLetterCall,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { ServiceClient } from '../services/createServiceClient.js';
import { endOf } from '../services/endOf.js';
import type { Mailbox } from './Mailbox.js';

/** Milliseconds that one look may take. */
const LOOK_LIMIT = 10_000;

export interface MailboxOptions {
  /** Base address of the wallet's service, without a slash at the end. */
  readonly url: string;
  /** Leaves letters with the proof of its key. Taking one needs none: who knows the id of a box may look into it. */
  readonly client: () => Promise<Pick<ServiceClient, 'call'>> | Pick<ServiceClient, 'call'>;
  /** Default: the browser's. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The mailbox of the wallet's service. */
export function createMailbox({ url, client, fetch: send = fetchOf }: MailboxOptions): Mailbox {
  return {
    async put(id, ct) {
      const { call } = await client();
      await call<typeof putLetterRequest>(putLetterCall, { params: { id }, body: { ct } });
    },
    async take(id, signal) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT)]);
      const body = await send(new Request(url + callPath(takeLetterCall, { id }), { signal: until }))
        .then(response => response.json())
        .catch(cause => {
          throw frameError(endOf(cause), { cause });
        });
      const answer = z.safeParse(takeLetterCall.response, body);
      if (!answer.success) throw frameError('INTERNAL', { cause: answer.error });
      return answer.data.ct;
    },
  };
}

const fetchOf = (request: Request) => fetch(request);
