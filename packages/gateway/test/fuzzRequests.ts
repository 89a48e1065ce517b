import * as fc from 'fast-check';
import * as z from 'zod';

const schema = z.looseObject({});
type JsonSchema = Readonly<Record<string, unknown>>;

const document = z.object({
  paths: z.record(
    z.string(),
    z
      .record(
        z.enum(['get', 'post']),
        z.object({
          parameters: z.array(
            z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema }),
          ),
          requestBody: z
            .object({ content: z.object({ 'application/json': z.object({ schema }) }) })
            .optional(),
        }),
      )
      .or(z.any()),
  ),
});

export interface FuzzOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly body: JsonSchema | undefined;
}

/** The calls that an OpenAPI document describes. */
export function fuzzOperations(json: unknown): readonly FuzzOperation[] {
  return Object.entries(document.parse(json).paths).flatMap(([path, methods]) =>
    Object.entries(
      methods as Record<
        string,
        {
          parameters: FuzzOperation['parameters'];
          requestBody?: { content: Record<string, { schema: JsonSchema }> };
        }
      >,
    ).map(([method, { parameters, requestBody }]) => ({
      method,
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
    })),
  );
}

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Hostile and malformed input. */
const HOSTILE = [
  "' or 1=1 --",
  '"; drop table projects; --',
  '\0',
  '\ud800',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '%00%ff',
  '-1',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(9_000),
  '{{7*7}}',
  '\r\nX-Evil: 1',
  'null',
  '[]',
  '',
];
/** Valid values that reach the handlers, by parameter name. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  address: [ACCOUNT],
  account: [ACCOUNT, '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
  name: ['somebody.eth', 'nobody'],
  id: [`eip155:31337:${ACCOUNT}`, 'ETH', '1'],
};

const hostile = fc.constantFrom(...HOSTILE);

type FuzzRequest = fc.Arbitrary<{ url: string; init: RequestInit & { body?: string } }>;

/**
 * Returns what generates requests of an operation, and makes it once for each: it took longer than the requests.
 *
 * @param known - Ids of projects, a chain and the origin of a page that exist.
 */
export function fuzzRequests(known: readonly string[]): (operation: FuzzOperation) => FuzzRequest {
  const made = new Map<FuzzOperation, FuzzRequest>();
  return operation => {
    const request = made.get(operation) ?? requestOf(operation, known);
    made.set(operation, request);
    return request;
  };
}

/** Requests of an operation: mostly valid by its schema, often with hostile input in one place. */
function requestOf({ method, path, parameters, body }: FuzzOperation, known: readonly string[]): FuzzRequest {
  const [shop = '', , chain = '', home = ''] = known;
  const value = (name: string, of: JsonSchema): fc.Arbitrary<string> => {
    const good =
      name === 'projectId'
        ? fc.constantFrom(...known.slice(0, 2))
        : name === 'chainId'
          ? fc.constant(chain)
          : name in GOOD
            ? fc.constantFrom(...(GOOD[name] ?? []))
            : valueFor(of).map(String);
    return fc.oneof(
      { weight: 12, arbitrary: good },
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: hostile },
    );
  };
  const values = fc.record(
    Object.fromEntries(parameters.map(({ name, schema: of }) => [name, value(name, of)])),
    { requiredKeys: parameters.filter(one => one.in === 'path').map(({ name }) => name) },
  );
  const dropped = fc.integer({ min: 0, max: 12 });
  const origin = fc.constantFrom(undefined, home, home, 'https://evil.example', 'null');
  return fc.tuple(values, bodyOf(body), origin, dropped).map(([given, text, from, drop]) => {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: place, required } of parameters) {
      const found = given[name] ?? (required && drop > 0 ? shop : undefined);
      if (place === 'path') filled = filled.replace(`{${name}}`, encode(found || '-'));
      else if (found !== undefined) query.append(name, found);
    }
    const headers: Record<string, string> = from === undefined ? {} : { Origin: from };
    return {
      url: `http://gateway.test${filled}?${query}`,
      init: body === undefined ? { method, headers } : { method, headers, body: text },
    };
  });
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function bodyOf(of: JsonSchema | undefined): fc.Arbitrary<string> {
  if (of === undefined) return fc.constant('');
  const good = valueFor(of).map(value => JSON.stringify(value));
  return fc.oneof(
    { weight: 8, arbitrary: good },
    // Remove one character, or insert hostile text.
    {
      weight: 1,
      arbitrary: fc.tuple(good, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(good, hostile, fc.nat()).map(([text, bad, at]) => {
        const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)];
        const target = strings[at % Math.max(1, strings.length)];
        if (!target) return text;
        return (
          text.slice(0, target.index) + JSON.stringify(bad) + text.slice(target.index + target[0].length)
        );
      }),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: hostile },
  );
}

/** Generates values of a JSON schema, as far as its common keywords are supported. */
function valueFor(of: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const branches = of.anyOf ?? of.oneOf;
  if (Array.isArray(branches)) return fc.oneof(...branches.map((one: JsonSchema) => valueFor(one, depth)));
  if ('const' in of) return fc.constant(of.const);
  if (Array.isArray(of.enum)) return fc.constantFrom(...of.enum);
  switch (of.type) {
    case 'string':
      return stringOf(of);
    case 'integer':
      return fc.integer({ min: number(of.minimum, -1e6), max: number(of.maximum, 1e6) });
    case 'number':
      return fc.double({ min: number(of.minimum, -1e6), max: number(of.maximum, 1e15), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueFor((of.items ?? {}) as JsonSchema, depth + 1), {
        minLength: number(of.minItems, 0),
        maxLength: Math.min(number(of.maxItems, 6), 6),
      });
    case 'object':
      return objectOf(of, depth);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function stringOf({ pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof pattern === 'string') {
    // Existing RPC methods, which reach the code behind the check.
    const methods = [
      'eth_chainId',
      'eth_blockNumber',
      'eth_getBalance',
      'eth_call',
      'eth_getLogs',
      'eth_sendRawTransaction',
    ];
    if (pattern.includes('0,99'))
      return fc.oneof(fc.constantFrom(...methods), fc.stringMatching(new RegExp(pattern)));
    // fast-check doesn't support lookaheads; only the pattern of email addresses has one.
    if (/\(\?[!=]/.test(pattern)) return fc.emailAddress();
    return fc.stringMatching(new RegExp(pattern));
  }
  return fc.string({
    minLength: number(minLength, 0),
    maxLength: Math.min(number(maxLength, 60), 60),
    unit: 'binary',
  });
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number) {
  const known = Object.entries(properties as Record<string, JsonSchema>);
  const own = fc.record(Object.fromEntries(known.map(([name, of]) => [name, valueFor(of, depth + 1)])), {
    requiredKeys: required as string[],
  });
  if (additionalProperties === false) return own;
  return fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }), own)
    .map(([more, fixed]) => ({ ...more, ...fixed }));
}

function number(value: unknown, absent: number): number {
  return typeof value === 'number' ? value : absent;
}
