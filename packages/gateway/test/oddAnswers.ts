/** One change of an answer: the member at a path is missing, null or of another type. */
export interface OddAnswer {
  /** For example `quotes.0.totalFee`. */
  readonly path: string;
  readonly missing: unknown;
  readonly null: unknown;
  readonly others: readonly unknown[];
}

/** Values of every type, one of which is of the wrong one for any member. */
const OTHERS = ['', 'x', -1, 0, 1e300, true, [], [null], {}, { value: null }] as const;

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
