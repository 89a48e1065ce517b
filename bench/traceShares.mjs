const groups = [
  ['compile', /^v8\.(compile|produceCache|parse)|^V8\.(Compile|Parse)/],
  ['run module code', /^(EvaluateScript|v8\.evaluateModule)/],
  [
    'run script',
    /^(FunctionCall|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|V8\.|v8\.)/,
  ],
  ['style', /^(UpdateLayoutTree|ParseAuthorStyleSheet|RecalculateStyles)/],
  ['layout', /^(Layout|PrePaint|IntersectionObserver)/],
  ['paint', /^(Paint|Layerize|Commit|UpdateLayer|RasterTask|Decode)/],
  ['garbage collection', /GC/],
];

const groupOf = name => groups.find(([, pattern]) => pattern.test(name))?.[0];

/**
 * Breaks down the time between the marks `bench-click` and `bench-row` on the page's main thread, in milliseconds per group. Each
 * moment counts once, for the innermost event that has a group. The remainder is idle time.
 *
 * @param {Buffer} trace as Chromium writes it
 */
export function traceShares(trace) {
  const { traceEvents } = JSON.parse(trace.toString('utf8'));
  const mark = name => traceEvents.find(event => event.name === name && /user_timing/.test(event.cat));
  const from = mark('bench-click');
  const to = mark('bench-row');
  if (from === undefined || to === undefined) return undefined;
  const start = from.ts;
  const end = to.ts;
  const slices = traceEvents
    .filter(
      ({ ph, pid, tid, dur, ts }) =>
        ph === 'X' && pid === to.pid && tid === to.tid && ts < end && ts + dur > start,
    )
    .map(({ name, ts, dur }) => ({
      group: groupOf(name),
      from: Math.max(ts, start),
      to: Math.min(ts + dur, end),
    }))
    .filter(({ group }) => group !== undefined)
    .sort((one, other) => one.from - other.from || other.to - one.to);
  const spent = new Map();
  const add = (group, time) => spent.set(group, (spent.get(group) ?? 0) + Math.max(0, time) / 1000);
  // A stack of open slices. Time belongs to the innermost slice, so opening one pauses the one around it.
  const open = [];
  let at = start;
  const advance = time => {
    while (open.length > 0 && open.at(-1).to <= time) {
      const { group, to: until } = open.pop();
      add(group, until - at);
      at = Math.max(at, until);
    }
    if (open.length > 0) add(open.at(-1).group, time - at);
    at = Math.max(at, time);
  };
  for (const slice of slices) {
    advance(slice.from);
    open.push(slice);
  }
  advance(end);
  const busy = [...spent.values()].reduce((sum, time) => sum + time, 0);
  return { ...Object.fromEntries(spent), waiting: (end - start) / 1000 - busy };
}
