import * as fc from 'fast-check';
import { gatewayErrorAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type FuzzOperation, fuzzOperations, fuzzRequests } from '../../test/fuzzRequests.js';
import type { WalletFrame } from '../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../test/wallet/walletSuite.js';

const RUNS = process.env.LATCHKIT_FULL ? 10_000 : 300;
/** Time limit of a response on a busy machine, in milliseconds. */
const PATIENCE = 10_000;
const SERVICES = ['frame', 'vault'] as const;
/** How the body of every error begins. */
const ERROR_START = '{"error":{"code":"';

let suite: WalletSuite;
let frame: WalletFrame;
let access: string;
let unforeseen: unknown[] = [];
const documents = new Map<(typeof SERVICES)[number], readonly FuzzOperation[]>();

beforeAll(async () => {
  suite = await walletSuite({ onError: error => unforeseen.push(error), allowanceFactor: 1_000_000 });
  frame = await suite.frame();
  const signedIn = await frame.signIn(suite.address());
  await frame.create(signedIn);
  access = signedIn.session.access;
  for (const service of SERVICES) {
    const document = await suite.services[service]?.request('/openapi.json');
    documents.set(service, fuzzOperations(await document?.json()));
  }
});
afterAll(() => suite.close());

describe.each(SERVICES)('the OpenAPI document of the %s', service => {
  it('describes every route, and nothing else', () => {
    const routes = suite.services[service]?.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = documents.get(service)?.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect([...new Set(routes)].sort()).toEqual([...(described ?? [])].sort());
  });
});

describe('whatever an installation with a session asks', { timeout: RUNS * 1_000 }, () => {
  it(`is answered, and never with a failure of the service: ${RUNS} requests [SEC-12]`, async () => {
    const all = SERVICES.flatMap(service =>
      (documents.get(service) ?? []).map(operation => ({ service, operation })),
    );
    let understood = 0;
    const requests = fuzzRequests([PAGE.project, PAGE.project, 'eip155:31337', PAGE.origin]);
    const any = fc.constantFrom(...all).chain(({ service, operation }) =>
      requests(operation).map(({ url, init }) => ({
        service,
        path: url.slice('http://gateway.test'.length),
        method: String(init.method).toUpperCase(),
        text: init.body,
      })),
    );
    await fc.assert(
      fc.asyncProperty(any, async ({ service, path, method, text }) => {
        unforeseen = [];
        const { status, body } = await answerOf(service, path, { method, text });
        expect(unforeseen, `${method} ${path}`).toEqual([]);
        expect(status, `${method} ${path}: ${body}`).toBeLessThan(500);
        if (status !== 400) understood += 1;
        if (status < 400) return;
        const json: unknown = JSON.parse(body);
        const code =
          gatewayErrorAnswer.safeParse(json).data?.error.code ?? rpcError.parse(json).error.data.code;
        expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
        // The response doesn't echo the input, unless the input is by chance how every error begins.
        const isEcho = text !== undefined && text.length > 8 && !ERROR_START.includes(text);
        if (isEcho) expect(body).not.toContain(text);
      }),
      { numRuns: RUNS, ...(process.env.LATCHKIT_SEED ? { seed: Number(process.env.LATCHKIT_SEED) } : {}) },
    );
    expect(understood / RUNS).toBeGreaterThan(0.2);
    const { status } = await frame.call('frame', '/v1/installations', {
      body: { kind: 'frame', encJwk: frame.encJwk, ephemeral: false },
    });
    expect(status).toBe(200);
  });
});

const rpcError = z.object({ error: z.object({ data: z.object({ code: z.string() }) }) });

/** Reads a response as text, because pages aren't JSON. Logout is sent without a session, because the others need it. */
async function answerOf(
  service: (typeof SERVICES)[number],
  path: string,
  { method, text }: { method: string; text: string | undefined },
): Promise<{ status: number; body: string }> {
  const isOwn = service === 'frame' && !path.startsWith('/v1/session/revoke');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
  });
  try {
    return await Promise.race([
      frame.read(service, path, { method, text, ...(isOwn ? { access } : {}) }),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
