import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { formatSiwxMessage, type SiwxMessage, siwxNonceAnswer, siwxTokensAnswer } from 'latchkit/protocol';
import type { Gateway } from '../src/project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../src/project/projects/developmentProject.js';

/** Default origin of a sign-in. */
export const PAGE = 'https://app.example:8443';
export const DOMAIN = 'app.example:8443';

export interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly origin?: string | undefined;
  readonly token?: string;
  readonly project?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends a request as a page does; returns status and JSON. */
export async function ask(gateway: Gateway, path: string, options: AskOptions = {}) {
  const { body, origin = PAGE, token, project = DEVELOPMENT_PROJECT_ID, query = {} } = options;
  const { method = body === undefined ? 'GET' : 'POST' } = options;
  const parameters = new URLSearchParams({ projectId: project, st: 'test', sv: '1', ...query });
  const headers: Record<string, string> = {};
  if (origin !== '') headers.Origin = origin;
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const response = await gateway.app.request(`${path}?${parameters}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** Status and code of a rejected request. */
export async function refusal(answer: ReturnType<typeof ask>): Promise<string> {
  const { status, json } = await answer;
  return `${status} ${json?.error?.code}`;
}

/** Requests a nonce. */
export async function nonceOf(gateway: Gateway, options: AskOptions = {}): Promise<string> {
  const { json } = await ask(gateway, '/siwx/v1/nonce', { ...options, body: { domain: DOMAIN } });
  return siwxNonceAnswer.parse(json).nonce;
}

/** The signing account. */
export interface Signer {
  /** CAIP-2 id. */
  readonly chainId: `${string}:${string}`;
  readonly address: string;
  sign(text: string): Promise<string>;
}

/** A Solana account with its key. */
export function solanaSigner(chainId: Signer['chainId']): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    chainId,
    address: base58.encode(Buffer.from(x, 'base64url')),
    sign: async text => base58.encode(sign(null, Buffer.from(text), privateKey)),
  };
}

/** The message that a wallet would sign. */
export function messageOf(
  { chainId, address }: Signer,
  nonce: string,
  more: Partial<SiwxMessage> = {},
): SiwxMessage {
  return {
    domain: DOMAIN,
    accountAddress: address,
    chainId,
    uri: `${PAGE}/login`,
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
    ...more,
  };
}

/** Body of a verification request. */
export async function signedBody(signer: Signer, message: SiwxMessage) {
  const text = formatSiwxMessage(message);
  return {
    message: text,
    signature: await signer.sign(text),
    accountAddress: `${signer.chainId}:${signer.address}`,
  };
}

/** Signs in, and returns the tokens. */
export async function signIn(gateway: Gateway, signer: Signer, more: Partial<SiwxMessage> = {}) {
  const body = await signedBody(signer, messageOf(signer, await nonceOf(gateway), more));
  const { status, json } = await ask(gateway, '/siwx/v1/verify', { body });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return siwxTokensAnswer.parse(json);
}
