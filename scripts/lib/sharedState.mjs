/**
 * What the test files of a worker share, because they run in one process.
 *
 * @typedef {{
 *   globals: ReadonlyMap<PropertyKey, unknown>,
 *   env: Readonly<Record<string, string | undefined>>,
 *   listeners: ReadonlyMap<PropertyKey, readonly Function[]>,
 *   resources: ReadonlyMap<string, number>,
 * }} SharedState
 */

/** Vitest's own, which change from file to file. */
const OF_VITEST = /^(__vi|VITEST|expect-|\$\$jest-)/;

/** Globals that libraries set when they are loaded, such as zod, tslib, undici, signal-exit, WalletConnect's and React's testing library. */
const OF_LIBRARIES = /^(__|undici\.|signal-exit |_walletConnectCore_|IS_REACT_ACT_ENVIRONMENT$)/;

/** Listeners that a module adds for the life of its worker: `ports.mjs` frees ports, and `run.mjs` stops programs. */
const KEPT = ['release', 'stopPrograms'];

/** Resources that end on their own: requests to the file system, connections that are closing, and the timer of statistics in PGlite, 10 s. */
const PATIENCE = 15_000;

const nameOf = key => (typeof key === 'symbol' ? (key.description ?? '') : String(key));

/** Reads a property, which Node loads at its first use. */
function readGlobal(key) {
  try {
    return globalThis[key];
  } catch (error) {
    return error.name;
  }
}

/** @returns {SharedState} */
export function readSharedState() {
  return {
    globals: new Map(
      Reflect.ownKeys(globalThis)
        .filter(key => !OF_VITEST.test(nameOf(key)))
        .map(key => [key, readGlobal(key)]),
    ),
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_VITEST.test(name))),
    listeners: new Map(process.eventNames().map(event => [event, process.rawListeners(event)])),
    resources: readResources(),
  };
}

/** Counts what keeps the process alive, by its type. */
function readResources() {
  const counts = new Map();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  // Instances of the client that a test in a page did not destroy have some. They belong to a page, which the next file gets empty.
  if (typeof document !== 'undefined') counts.delete('Timeout');
  return counts;
}

/**
 * Lists what changed between two readings, a line each. Fewer listeners or resources than before are a change of an earlier file's.
 *
 * @param {SharedState} before
 * @param {SharedState} after
 * @returns {readonly string[]}
 */
export function changesOf(before, after) {
  return [
    ...changedKeys(before.globals, after.globals)
      .filter(key => !OF_LIBRARIES.test(nameOf(key)))
      .map(key => `globalThis.${nameOf(key)} ${howOf(before.globals.has(key), after.globals.has(key))}`),
    ...changedKeys(new Map(Object.entries(before.env)), new Map(Object.entries(after.env))).map(
      name => `process.env.${name} ${howOf(name in before.env, name in after.env)}`,
    ),
    ...[...after.listeners].flatMap(([event, listeners]) => {
      const known = before.listeners.get(event) ?? [];
      return listeners
        .filter(listener => !known.includes(listener))
        .map(listener => listener.listener ?? listener)
        .filter(({ name }) => !KEPT.includes(name))
        .map(({ name }) => `a listener '${name || 'without a name'}' of process '${nameOf(event)}' was left`);
    }),
    ...[...after.resources].flatMap(([type, count]) => {
      const more = count - (before.resources.get(type) ?? 0);
      return more > 0 ? `${more} ${type} ${more === 1 ? 'was' : 'were'} left open` : [];
    }),
  ];
}

const changedKeys = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    key => before.has(key) !== after.has(key) || !Object.is(before.get(key), after.get(key)),
  );

function howOf(was, is) {
  if (was && is) return 'has another value';
  return is ? 'was added' : 'was removed';
}

/**
 * Waits until nothing has changed since a reading, because resources end a moment after what used them, and returns the changes that
 * remain.
 *
 * @param {SharedState} before
 */
export async function settledChanges(before) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const changes = changesOf(before, readSharedState());
    if (changes.length === 0 || performance.now() > end) return changes;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
