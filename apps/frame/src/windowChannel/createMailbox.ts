import {
  putSealedMessageCall,
  type putSealedMessageRequest,
  registerMailboxCall,
  type registerMailboxRequest,
  takeSealedMessageCall,
  type takeSealedMessageRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { FrameMailboxEnd, Letters } from './MailboxEnd.js';

/** The wallet page's mailboxes at the wallet service, through which it reaches a window that has no opener. */
export interface Mailbox {
  /** Registers a mailbox of this installation on this page. @throws the errors of `ServiceClient.call`. */
  register(id: string): Promise<FrameMailboxEnd>;
}

/** @param signingKey - The installation's, with which it signs the messages. */
export function createMailbox(client: Pick<ServiceClient, 'call'>, signingKey: CryptoKey): Mailbox {
  return {
    async register(id) {
      await client.call<typeof registerMailboxRequest>(registerMailboxCall, { body: { id } });
      return { side: 'frame', ...lettersOf(client, id), sign: content => sign(signingKey, content) };
    },
  };
}

/** The messages of a mailbox for the holder of one of its keys. */
export function lettersOf({ call }: Pick<ServiceClient, 'call'>, id: string): Letters {
  return {
    async put(number, ct) {
      const params = { id, number: String(number) };
      await call<typeof putSealedMessageRequest>(putSealedMessageCall, { params, body: { ct } });
    },
    async take(number, signal) {
      const params = { id, number: String(number) };
      const { ct } = await call<typeof takeSealedMessageRequest>(takeSealedMessageCall, { params, signal });
      return ct;
    },
  };
}

async function sign(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, content));
}
