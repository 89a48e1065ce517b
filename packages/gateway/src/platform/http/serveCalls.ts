import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { HttpAuth, HttpErrorCode, HttpRequest, Sendable } from 'latchkit/protocol';
import type { $ZodType, input, output } from 'zod/v4/core';
import type { HttpError } from './HttpError.js';
import { limitBody } from './limitBody.js';
import { parseBody } from './parseBody.js';
import { parseParams, parseQuery } from './parseQuery.js';

/** Default maximum size of a request body, in bytes. */
const MAX_BODY = 64 * 1024;

type Part<Request, Key extends 'params' | 'query' | 'body'> = Request extends {
  readonly [Name in Key]: () => infer Schema extends $ZodType;
}
  ? { readonly [Name in Key]: output<Schema> }
  : unknown;

type CallerOf<Request extends HttpRequest, Callers> = Request['call']['auth'] extends keyof Callers
  ? Callers[Request['call']['auth']]
  : never;

/** The input of a call's handler: the caller, and the parsed request. */
export type HandlerInput<Request extends HttpRequest, Callers> = Part<Request, 'params'> &
  Part<Request, 'query'> &
  (Request extends { readonly rawBody: true } ? unknown : Part<Request, 'body'>) &
  CallerOf<Request, Callers> & { readonly context: Context };

/** Runs between the authentication of a call and the parsing of its request. */
type CallMiddleware<Request extends HttpRequest, Callers> = MiddlewareHandler<{
  Variables: { caller: CallerOf<Request, Callers> };
}>;

type Sent<Schema> = Schema extends $ZodType ? Sendable<input<Schema>> : undefined;

/** The output of a call's handler: JSON of the shape that the record declares, or a response made with `context`, which has the headers that are set before. */
export type HandlerOutput<Request extends HttpRequest> =
  | Response
  | (Request extends { readonly sends: () => infer Schema }
      ? Sent<Schema>
      : Request['call']['response'] extends string
        ? never
        : Sent<Request['call']['response']>);

/** A call with its handler. */
export interface CallHandler {
  readonly request: HttpRequest;
  /** Run after authentication, before the request is parsed. */
  readonly before: readonly MiddlewareHandler[];
  readonly respond: (input: object) => unknown;
}

/**
 * Creates the function that binds handlers to records.
 *
 * @typeParam Callers - What handlers receive about the caller, for each kind of authentication that the service has.
 */
export function handlerFor<Callers extends Partial<Record<HttpAuth, object>>>() {
  return <Request extends HttpRequest>(
    request: Request,
    respond: (
      input: HandlerInput<Request, Callers>,
    ) => HandlerOutput<Request> | Promise<HandlerOutput<Request>>,
    ...before: readonly CallMiddleware<Request, Callers>[]
  ): CallHandler => ({
    request,
    before,
    respond: given => respond(given as HandlerInput<Request, Callers>),
  });
}

/** Settings that all calls of one service share. */
export interface ServedCalls {
  /** Identifies the caller as `auth` requires. @throws HttpError for a caller who is not allowed. */
  readonly authenticate: (auth: HttpAuth, context: Context) => Promise<object> | object;
  /** Creates the error for invalid path parameters whose record has a `pathError`. */
  readonly refusal?: (code: HttpErrorCode) => HttpError;
}

interface Variables {
  readonly Variables: { caller: object };
}

/**
 * Creates routes for calls. Each checks, in order: body size, caller, `before`, path, query, body.
 *
 * @throws HttpError 413 `BODY_TOO_LARGE`; 400 `INVALID_PATH`, `INVALID_QUERY` or `INVALID_BODY`.
 */
export function serveCalls(
  handlers: readonly CallHandler[],
  { authenticate, refusal }: ServedCalls,
): Hono<Variables> {
  const app = new Hono<Variables>();
  for (const { request, before, respond } of handlers) {
    const { call, maxBody = MAX_BODY } = request;
    const read = requestReader(request, refusal);
    const identify: MiddlewareHandler<Variables> = async (context, next) => {
      context.set('caller', await authenticate(call.auth, context));
      return next();
    };
    const handle: MiddlewareHandler<Variables> = async context => {
      const given = { ...context.get('caller'), ...(await read(context)), context };
      return answer(context, request, await respond(given));
    };
    const limits = hasBody(request) ? [limitBody(maxBody)] : [];
    const steps: MiddlewareHandler<Variables>[] = [...limits, identify, ...before, handle];
    app.on(call.method, [routePath(call.path)], ...steps);
  }
  return app;
}

/** Whether a call may have a body. Counting the bytes of a missing one would replace the request object. */
function hasBody({ call, body }: HttpRequest): boolean {
  return body !== undefined || (call.method !== 'GET' && call.method !== 'DELETE');
}

/** Converts a record's path to Hono's syntax. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Creates the parser of a call's requests; its schemas are created once. */
function requestReader(request: HttpRequest, refusal: ServedCalls['refusal']) {
  const { rawBody, pathError } = request;
  const [params, query, body] = [request.params?.(), request.query?.(), request.body?.()];
  const readParams = (context: Context, schema: $ZodType) => {
    try {
      return parseParams(context, schema);
    } catch (error) {
      if (pathError === undefined || refusal === undefined) throw error;
      throw refusal(pathError);
    }
  };
  return async (context: Context): Promise<object> => ({
    ...(params && { params: readParams(context, params) }),
    ...(query && { query: parseQuery(context, query) }),
    ...(body && !rawBody && { body: await parseBody(context, body) }),
  });
}

function answer(context: Context, { call, status }: HttpRequest, given: unknown): Response {
  if (given instanceof Response) return given;
  const code = status ?? 200;
  return call.response === undefined ? context.body(null, code) : context.json(given, code as 200);
}
