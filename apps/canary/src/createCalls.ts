import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  type CallResponse,
  callPath,
  type HttpCall,
  PORTAL_PROJECT,
  WALLET_HEADERS,
} from 'latchkit/protocol';
import { parse } from 'zod/v4/core';
import type { CanaryServices } from './CanaryMessages.js';
import type { CanaryInstallation } from './createInstallation.js';

/** Milliseconds that a service has to respond. */
const TIMEOUT = 30_000;

/** Input of a call. */
export interface CanaryCallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly access?: string;
}

/** Sends a call to one of the services with proofs of the installation's key. @throws with the code of a refusal. */
export type CanaryCalls = <Called extends HttpCall>(
  service: 'frame' | 'vault',
  call: Called,
  input?: CanaryCallInput,
) => Promise<CallResponse<Called>>;

/** A service refused a call. */
export class CanaryRefusal extends Error {
  constructor(
    readonly code: string,
    path: string,
    /** Seconds after which the call may succeed; 0: not known. */
    readonly retryAfter: number,
  ) {
    super(`${path} was refused: ${code}`);
  }
}

/** Calls as a page of the portal makes them. */
export function createCalls(services: CanaryServices, installation: CanaryInstallation): CanaryCalls {
  const nonces = new Map<string, string>();
  const send = async (
    service: 'frame' | 'vault',
    call: HttpCall,
    { params, body, access }: CanaryCallInput,
  ): Promise<Response> => {
    const path = callPath(call, params);
    const [named, at] =
      service === 'frame' ? [services.frameUrl, services.frameAt] : [services.vaultUrl, services.vaultAt];
    const nonce = nonces.get(service);
    const proof = await new SignJWT({
      ...{ htm: call.method, htu: named + path, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) },
      ...(nonce === undefined ? {} : { nonce }),
      ...(access === undefined ? {} : { ath: createHash('sha256').update(access).digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: installation.jwk })
      .sign(installation.signingKey);
    const response = await fetch(at + path, {
      method: call.method,
      headers: {
        ...(service === 'frame' ? services.headers : {}),
        'Content-Type': 'application/json',
        DPoP: proof,
        [WALLET_HEADERS.project]: PORTAL_PROJECT,
        [WALLET_HEADERS.origin]: new URL(services.frameUrl).origin,
        ...(access === undefined ? {} : { Authorization: `DPoP ${access}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    nonces.set(service, response.headers.get(WALLET_HEADERS.nonce) ?? nonce ?? '');
    return response;
  };
  return async <Called extends HttpCall>(
    service: 'frame' | 'vault',
    call: Called,
    input: CanaryCallInput = {},
  ) => {
    for (let isFirst = true; ; isFirst = false) {
      const response = await send(service, call, input);
      const json: { error?: { code?: string } } = await response.json();
      if (response.ok) {
        if (typeof call.response !== 'object') throw new Error('The call has no JSON');
        return parse(call.response, json) as CallResponse<Called>;
      }
      const code = json.error?.code ?? String(response.status);
      const seconds = Number(response.headers.get('Retry-After'));
      if (code !== 'USE_DPOP_NONCE' || !isFirst) throw new CanaryRefusal(code, call.path, seconds);
    }
  };
}
