import * as z from 'zod/mini';
import type { HttpRequest } from '../HttpCall.js';
import { projectId } from './queryFields.js';

/** The protocol that the gateway's relay selects when the token comes as another one. */
export const RELAY_PROTOCOL = 'latchkit';

/** Start of the protocol with the token, where a client has no other place for it than the URL, which browsers print. */
export const TOKEN_PROTOCOL = 'auth.';

/** The handshake of the relay's WebSocket. */
export const openRelayRequest = {
  call: { method: 'GET', path: '/relay', auth: 'open', response: undefined },
  summary: 'WebSocket: the relay RPC of WalletConnect v2 (irn_*, wc_proposeSession, wc_approveSession)',
  query: () =>
    z.object({
      projectId,
      /** The client's token; `Authorization: Bearer …` and the WebSocket protocols `latchkit, auth.…` work too. */
      auth: z.optional(z.string()),
      /** `true`: rejections use a close code instead of a status. */
      useOnCloseEvent: z.optional(z.string()),
    }),
  status: 101,
  errors: ['UPGRADE_REQUIRED'],
} as const satisfies HttpRequest;
