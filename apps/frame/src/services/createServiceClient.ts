import { frameError, WALLET_HEADERS } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { ServiceKey } from '../keyring/sealHalves.js';
import { endOf } from './endOf.js';
import { type Prover, proveCall } from './proveCall.js';
import { readRefusal, serviceError } from './serviceError.js';

/** The proof was refused; the answer says which nonce and which clock the next one needs. */
const PROOF_REFUSED = ['USE_DPOP_NONCE', 'INVALID_DPOP_PROOF'];

/** Milliseconds that one call may take. */
const TIME_LIMIT = 15_000;

export interface ServiceClientOptions {
  /** Base address of the service, without a slash at the end. */
  readonly url: string;
  /** Whose key signs the proofs. */
  readonly installation: Prover;
  /** The project and the page that embeds the frame. */
  readonly projectId: string;
  readonly hostOrigin: string;
  /** Default: the browser's. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface CallOptions {
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT';
  readonly body?: unknown;
  readonly access?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean | undefined;
}

/** The gateway or the vault, as this installation calls them. */
export interface ServiceClient {
  /**
   * Calls, with a proof, and parses the answer.
   *
   * @throws what `serviceError` makes of a refusal; INTERNAL for an answer of another shape; TIMEOUT; ABORTED.
   */
  ask<Answer>(path: string, schema: z.ZodMiniType<Answer>, options?: CallOptions): Promise<Answer>;
  /** The key that halves are sealed to. */
  sealingKey(): Promise<ServiceKey>;
}

const keySet = z.object({
  keys: z.array(z.looseObject({ use: z.string(), kid: z.string(), kty: z.string() })),
});

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { url, installation, projectId, hostOrigin } = options;
  const send = options.fetch ?? (request => fetch(request));
  let nonce: string | undefined;
  let clockOffset = 0;

  const once = async (path: string, { method, body, access, signal, keepalive = false }: CallOptions) => {
    const verb = method ?? (body === undefined ? 'GET' : 'POST');
    const proof = await proveCall(installation, {
      method: verb,
      url: url + path,
      access,
      nonce,
      clockOffset,
    });
    const request = new Request(url + path, {
      method: verb,
      headers: {
        DPoP: proof,
        [WALLET_HEADERS.project]: projectId,
        [WALLET_HEADERS.origin]: hostOrigin,
        ...(access && { Authorization: `DPoP ${access}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      keepalive,
      signal: AbortSignal.any([AbortSignal.timeout(TIME_LIMIT), ...(signal ? [signal] : [])]),
    });
    const response = await send(request);
    nonce = response.headers.get(WALLET_HEADERS.nonce) ?? nonce;
    const time = Number(response.headers.get(WALLET_HEADERS.time) ?? Number.NaN);
    if (Number.isFinite(time)) clockOffset = time - Date.now();
    return { ok: response.ok, body: (await response.json()) as unknown };
  };
  const ask: ServiceClient['ask'] = async (path, schema, call = {}) => {
    const answer = await once(path, call)
      .then(first =>
        !first.ok && PROOF_REFUSED.includes(readRefusal(first.body).code) ? once(path, call) : first,
      )
      .catch(cause => {
        throw frameError(endOf(cause), { cause });
      });
    if (!answer.ok) throw serviceError(readRefusal(answer.body));
    const parsed = z.safeParse(schema, answer.body);
    if (!parsed.success) throw frameError('INTERNAL', { cause: parsed.error });
    return parsed.data;
  };
  return {
    ask,
    async sealingKey() {
      const { keys } = await ask('/.well-known/jwks.json', keySet);
      const found = keys.find(({ use }) => use === 'enc');
      if (!found) throw frameError('INTERNAL');
      const { kid, kty, crv, x, y } = found as ServiceKey;
      return { kid, kty, crv, x, y } as ServiceKey;
    },
  };
}
