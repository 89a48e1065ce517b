import { Hono } from 'hono';
import type { HttpCall, HttpRequest } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerError, toGatewayError } from './answerError.js';
import { HttpError } from './HttpError.js';
import { handlerFor, serveCalls } from './serveCalls.js';

const putNoteCall = {
  method: 'PUT',
  path: '/notes/{id}',
  auth: 'bearer',
  response: z.object({ id: z.string(), by: z.string(), text: z.string(), isDraft: z.boolean() }),
} as const satisfies HttpCall;

const putNoteRequest = {
  call: putNoteCall,
  summary: 'Stores a note',
  params: () => z.object({ id: z.string().check(z.maxLength(4)) }),
  query: () => z.object({ draft: z.optional(z.literal('yes')) }),
  body: () => z.strictObject({ text: z.string() }),
  maxBody: 64,
  pathError: 'WALLET_NOT_FOUND',
  errors: ['WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

const deleteNoteCall = {
  method: 'DELETE',
  path: '/notes/{id}',
  auth: 'open',
  response: undefined,
} as const satisfies HttpCall;

const deleteNoteRequest = {
  call: deleteNoteCall,
  summary: 'Deletes a note',
  params: () => z.object({ id: z.string().check(z.maxLength(4)) }),
  status: 204,
  errors: [],
} as const satisfies HttpRequest;

const handle = handlerFor<{ readonly open: object; readonly bearer: { readonly user: string } }>();

/** An app with both calls, and the events that it recorded, in order. */
function notes() {
  const steps: string[] = [];
  const handlers = [
    handle(
      putNoteRequest,
      ({ user, params, query, body }) => {
        steps.push('handler');
        return { id: params.id, by: user, text: body.text, isDraft: query.draft === 'yes' };
      },
      async (context, next) => {
        steps.push(`before, for ${context.get('caller').user}`);
        return next();
      },
    ),
    handle(deleteNoteRequest, ({ params }) => {
      steps.push(`delete ${params.id}`);
      return undefined;
    }),
  ];
  const app = new Hono();
  app.onError((error, context) =>
    answerError(
      context,
      toGatewayError(error, cause => {
        throw cause;
      }),
    ),
  );
  app.route(
    '/',
    serveCalls(handlers, {
      authenticate(auth, context) {
        if (auth === 'open') return {};
        steps.push('authentication');
        const user = context.req.header('Authorization');
        if (user === undefined) throw new HttpError(401, 'INVALID_TOKEN', 'No token');
        return { user };
      },
      refusal: code => new HttpError(404, code, 'Not found'),
    }),
  );
  const call = async (method: string, path: string, body?: string) => {
    steps.length = 0;
    const response = await app.request(path, {
      method,
      headers: { Authorization: 'ada' },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text(), steps: [...steps] };
  };
  return { app, call };
}

const codeOf = ({ text }: { readonly text: string }) =>
  z.parse(z.object({ error: z.object({ code: z.string() }) }), JSON.parse(text)).error.code;

describe('serveCalls', () => {
  it('passes a handler its caller, path, query and body, and sends its return value', async () => {
    const { call } = notes();
    const stored = await call('PUT', '/notes/7?draft=yes', JSON.stringify({ text: 'milk' }));
    expect(stored.status).toBe(200);
    expect(JSON.parse(stored.text)).toEqual({ id: '7', by: 'ada', text: 'milk', isDraft: true });
    expect(stored.steps).toEqual(['authentication', 'before, for ada', 'handler']);
    expect(await call('DELETE', '/notes/7')).toEqual({ status: 204, text: '', steps: ['delete 7'] });
  });

  it('refuses a body above the size of its record before it authenticates', async () => {
    const { call } = notes();
    const refused = await call('PUT', '/notes/7', JSON.stringify({ text: 'x'.repeat(64) }));
    expect([refused.status, codeOf(refused), refused.steps]).toEqual([413, 'BODY_TOO_LARGE', []]);
  });

  it('does not read the body of a call that has none', async () => {
    const { call } = notes();
    expect((await call('DELETE', '/notes/7', 'x'.repeat(100_000))).status).toBe(204);
  });

  it('authenticates and runs middleware before it parses a request', async () => {
    const { app, call } = notes();
    const unknown = await app.request('/notes/too-long', { method: 'PUT', body: '?' });
    expect(unknown.status).toBe(401);
    const reached = ['authentication', 'before, for ada'];
    for (const [path, body, status, code] of [
      ['/notes/too-long', '{"text":"milk"}', 404, 'WALLET_NOT_FOUND'],
      ['/notes/7?draft=no', '{"text":"milk"}', 400, 'INVALID_QUERY'],
      ['/notes/7', '{"text":1}', 400, 'INVALID_BODY'],
      ['/notes/7', '{"text":"milk","more":1}', 400, 'INVALID_BODY'],
    ] as const) {
      const refused = await call('PUT', path, body);
      expect([refused.status, codeOf(refused), refused.steps]).toEqual([status, code, reached]);
    }
    const refused = await call('DELETE', '/notes/too-long');
    expect([refused.status, codeOf(refused)]).toEqual([400, 'INVALID_PATH']);
  });
});
