/** Checks the form of a value from the wire or from storage without copying it. */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a guard accepts. */
export type Guarded<G> = G extends Guard<infer T> ? T : never;

type Guards = Readonly<Record<string, Guard<unknown>>>;
type Shape<R extends Guards, O extends Guards> = { readonly [K in keyof R]: Guarded<R[K]> } & {
  readonly [K in keyof O]?: Guarded<O[K]> | undefined;
};

/** Guards, small enough for every page that connects a wallet. All lengths are bounded. */
export const guards = {
  text:
    (max = 2_048): Guard<string> =>
    (value): value is string =>
      typeof value === 'string' && value.length <= max,

  matching:
    <T extends string>(pattern: RegExp): Guard<T> =>
    (value): value is T =>
      typeof value === 'string' && pattern.test(value),

  integer: ((value): value is number => Number.isSafeInteger(value)) as Guard<number>,

  boolean: ((value): value is boolean => typeof value === 'boolean') as Guard<boolean>,

  anything: ((value): value is unknown => value !== undefined) as Guard<unknown>,

  listOf:
    <T>(guard: Guard<T>, max = 500): Guard<readonly T[]> =>
    (value): value is readonly T[] =>
      Array.isArray(value) && value.length <= max && value.every(guard),

  recordOf:
    <T>(guard: Guard<T>, max = 100): Guard<Readonly<Record<string, T>>> =>
    (value): value is Readonly<Record<string, T>> => {
      if (!isPlain(value)) return false;
      const entries = Object.entries(value);
      return entries.length <= max && entries.every(([key, one]) => key !== '__proto__' && guard(one));
    },

  shape:
    <R extends Guards, O extends Guards = Record<never, never>>(
      required: R,
      optional?: O,
    ): Guard<Shape<R, O>> =>
    (value): value is Shape<R, O> =>
      isPlain(value) &&
      Object.entries(required).every(([key, guard]) => guard(value[key])) &&
      Object.entries(optional ?? {}).every(([key, guard]) => isAbsent(value, key) || guard(value[key])),
} as const;

/**
 * Whether an optional member is absent. Null is: serialisers of other languages write it for what they do not have. It is removed, so that
 * nobody after this takes it for a value.
 */
function isAbsent(value: Readonly<Record<string, unknown>>, key: string): boolean {
  if (value[key] === null) Reflect.deleteProperty(value, key);
  return value[key] === undefined;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
