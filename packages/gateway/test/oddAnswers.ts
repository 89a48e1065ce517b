/** One change of an answer: the member at a path is missing, null or of another type. */
export interface OddAnswer {
  /** For example `quotes.0.totalFee`. */
  readonly path: string;
  readonly missing: unknown;
  readonly null: unknown;
  readonly others: readonly unknown[];
}

/**
 * Values of every type, one of which is of the wrong one for any member; numbers beyond every limit; texts that PostgreSQL refuses; and
 * names that every object has.
 */
const OTHERS: readonly unknown[] = [
  ...['', 'x', '-1', '9'.repeat(400), 'a\u0000b', '\ud800', '__proto__', 'constructor'],
  ...[-1, 0, 1e300, Number.MAX_SAFE_INTEGER, true, [], [null], {}, { value: null }],
];

/** The changes of each member of an answer, at every depth. */
export function oddAnswers(answer: unknown): readonly OddAnswer[] {
  return pathsOf(answer).map(path => ({
    path: path.join('.'),
    missing: changed(answer, path, undefined),
    null: changed(answer, path, null),
    others: OTHERS.map(other => changed(answer, path, other)),
  }));
}

function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...pathsOf(member).map(path => [name, ...path]),
  ]);
}

function changed(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[name] = changed(copy[name], rest, other);
  // In JSON, a missing item of a list is null.
  if (copy[name] === undefined && !Array.isArray(value)) Reflect.deleteProperty(copy, name);
  return copy;
}

/** Items of a list that are not as they should be: of each other type, with each member changed, and with names that every object has. */
export function oddItems(good: object): readonly unknown[] {
  const changes = oddAnswers(good).flatMap(one => [one.missing, one.null, ...one.others]);
  const named = ['__proto__', 'constructor', 'toString'].map(name =>
    JSON.parse(`{"${name}":${JSON.stringify(good)}}`),
  );
  return [null, ...OTHERS, ...changes, ...named];
}
