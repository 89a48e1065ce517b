import { gatewayErrorAnswer, type HttpAuth, type HttpRequest } from 'latchkit/protocol';
import * as z from 'zod';
import { type $ZodObject, type $ZodType, safeParse, toJSONSchema } from 'zod/v4/core';

type Json = Readonly<Record<string, unknown>>;

/** Error responses that every call may have. */
const ERRORS: Readonly<Record<string, string>> = {
  '4XX': 'The request is refused; `error.code` says why',
  '5XX': 'The gateway, or what it stands on, failed',
};

/** Kinds of authentication. */
const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  secret: { type: 'http', scheme: 'bearer', description: 'Secret of a project, for its servers' },
  proof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description: "Proof of an installation's key (RFC 9449), ES256",
  },
  session: {
    type: 'http',
    scheme: 'DPoP',
    description: 'Access token of a session, with the proof of its key',
  },
} as const;

/** Security schemes of each kind of authentication. The token of a `signed` call is in its body. */
const SCHEMES_OF: Readonly<Record<HttpAuth, readonly (keyof typeof SECURITY_SCHEMES)[]>> = {
  open: [],
  project: [],
  signed: [],
  bearer: ['token'],
  secret: ['secret'],
  firstProof: ['proof'],
  proof: ['proof'],
  session: ['session', 'proof'],
  portal: ['session', 'proof'],
};

/** A service, for its document. */
export interface DescribedService {
  readonly title: string;
  readonly description: string;
  readonly requests: readonly HttpRequest[];
}

/**
 * Returns what gives the OpenAPI 3.1 document of a service, made from the schemas that parse its requests. It is made once, when it is
 * first asked for, because that takes longer than all else at the start of a service.
 */
export function openApiDocument(version: string, service: DescribedService): () => Json {
  let made: Json | undefined;
  return () => {
    made ??= makeDocument(version, service);
    return made;
  };
}

function makeDocument(version: string, service: DescribedService): Json {
  const { title, description, requests } = service;
  const paths: Record<string, Record<string, Json>> = {};
  for (const request of requests) {
    const { path, method } = request.call;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(request) };
  }
  const wanted = new Set<string>(requests.flatMap(({ call }) => SCHEMES_OF[call.auth]));
  const securitySchemes = Object.fromEntries(
    Object.entries(SECURITY_SCHEMES).filter(([name]) => wanted.has(name)),
  );
  return { openapi: '3.1.0', info: { title, version, description }, paths, components: { securitySchemes } };
}

function describe(request: HttpRequest): Json {
  const { call, summary, params, query, body, status = 200 } = request;
  const schemes = SCHEMES_OF[call.auth];
  const id = call.path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  return {
    operationId: `${call.method.toLowerCase()}${id}`,
    summary,
    parameters: [...parameters('path', params?.()), ...parameters('query', query?.())],
    ...(schemes.length === 0 ? {} : { security: [Object.fromEntries(schemes.map(name => [name, []]))] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body(), 'input') } },
          },
        }),
    responses: {
      [status]: { description: summary, ...contentOf(request) },
      ...Object.fromEntries(Object.entries(ERRORS).map(([code, text]) => [code, errorAnswer(request, text)])),
    },
  };
}

function contentOf({ call, sends }: HttpRequest): Json {
  const response = sends?.() ?? call.response;
  if (response === undefined) return {};
  if (typeof response === 'string') return { content: { [response]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: schemaOf(response, 'output') } } };
}

function parameters(place: 'path' | 'query', schema: $ZodObject | undefined): Json[] {
  return Object.entries(schema?._zod.def.shape ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || !safeParse(of, undefined).success,
    schema: schemaOf(of, 'input'),
  }));
}

const rpcError = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.object({ code: z.int(), message: z.string(), data: z.object({ code: z.string() }) }),
});

function errorAnswer({ errorFormat }: HttpRequest, description: string): Json {
  const schema = schemaOf(errorFormat === 'jsonRpc' ? rpcError : gatewayErrorAnswer, 'output');
  return { description, content: { 'application/json': { schema } } };
}

/** Removes `$schema`, which belongs only at the root of a document. */
function schemaOf(schema: $ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}
