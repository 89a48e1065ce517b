import { gatewayErrorAnswer } from 'latchkit/protocol';
import * as z from 'zod';
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { type Operation, SECURITY_SCHEMES } from './Operation.js';
import { operations } from './operations.js';

type Json = Readonly<Record<string, unknown>>;

/** Limits and failures that every call may answer with. */
const ERRORS: Readonly<Record<string, string>> = {
  '4XX': 'The request is refused; `error.code` says why',
  '5XX': 'The gateway, or what it stands on, failed',
};

/** A service, as its document names it. */
export interface DescribedService {
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** The gateway. */
export const GATEWAY: DescribedService = {
  title: 'Latchkit gateway',
  description:
    'Project configuration, wallet directory, images, analytics, chain access, chain data, sign-in, and a relay.',
  operations,
};

/** A service as OpenAPI 3.1: the schemas are those that requests are read with. */
export function openApiDocument(version: string, service: DescribedService = GATEWAY): Json {
  const { title, description } = service;
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of service.operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  const wanted = new Set(
    service.operations.flatMap(({ auth }) => (auth === 'session' ? [auth, 'proof'] : [auth])),
  );
  const securitySchemes = Object.fromEntries(
    Object.entries(SECURITY_SCHEMES).filter(([name]) => wanted.has(name)),
  );
  return { openapi: '3.1.0', info: { title, version, description }, paths, components: { securitySchemes } };
}

function describe(operation: Operation): Json {
  const { method, path, summary, params, query, body, status = 200, answer, auth } = operation;
  return {
    operationId: `${method}${path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(auth === undefined
      ? {}
      : { security: [auth === 'session' ? { session: [], proof: [] } : { [auth]: [] }] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }),
    responses: {
      [status]: { description: summary, ...contentOf(answer) },
      ...Object.fromEntries(Object.entries(ERRORS).map(([code, text]) => [code, errorAnswer(path, text)])),
    },
  };
}

function contentOf(answer: Operation['answer']): Json {
  if (answer === undefined) return {};
  if (typeof answer === 'string') return { content: { [answer]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: schemaOf(answer, 'output') } } };
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(of, undefined).success,
    schema: schemaOf(of, 'input'),
  }));
}

const rpcError = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.object({ code: z.int(), message: z.string(), data: z.object({ code: z.string() }) }),
});

function errorAnswer(path: string, description: string): Json {
  const schema = schemaOf(
    path === '/v1' || path === '/v1/rpc/{chainId}' ? rpcError : gatewayErrorAnswer,
    'output',
  );
  return { description, content: { 'application/json': { schema } } };
}

/** `$schema` belongs to a document of its own, not to a part of this one. */
function schemaOf(schema: $ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}
