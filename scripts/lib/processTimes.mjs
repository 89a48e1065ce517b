import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether processor time can be measured: `/proc` has it only on Linux. */
export const canMeasure = process.platform === 'linux';

/** Clock ticks per second in `/proc`: USER_HZ, which is 100 on all processors that Node runs on. */
const TICKS = 100;

/**
 * What a process is, by its command line. PGlite and SQLite run inside of other processes and count with them.
 *
 * @typedef {'runner' | 'browser' | 'servers' | 'databases' | 'other'} Kind
 */
export const KINDS = ['runner', 'browser', 'servers', 'databases', 'other'];

/** The first match counts. `other`: compilers, checks, npm, git, and processes that ended before anyone saw their command line. */
const PATTERNS = [
  ['browser', /^\S*(chrom|firefox|geckodriver|MiniBrowser|WPE|WebKit)/i],
  ['databases', /^\S*(postgres|redis-server|initdb|pg_\w+)\b/],
  ['runner', /vitest|scripts\/test\.mjs/],
  ['servers', /^\S*anvil\b/],
  [
    'other',
    /node_modules\/(\.bin|@?(typescript|biomejs|knip|publint|arethetypeswrong|esbuild|vite\/bin))|\bscripts\/(?!(start|dev|lab)\.mjs)[\w/]+\.mjs|build\w*\.mjs|npm-cli|\s(-e|--eval)\s/,
  ],
  ['servers', /^\S*node\s/],
];

/** @returns {Kind} */
export function kindOf(command) {
  return PATTERNS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
}

const read = file => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
};

/** Reads a process: `own` seconds, and `waited`, those of all ended descendants that were waited for. See proc(5). */
function readProcess(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return undefined;
  const seconds = index => (Number(fields[index]) + Number(fields[index + 1])) / TICKS;
  return { parent: Number(fields[1]), own: seconds(11), waited: seconds(13), start: fields[19] };
}

const commandOf = pid => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();

/** Returns the seconds that all processors of this machine were busy since it started; undefined elsewhere than on Linux. */
export function machineSeconds() {
  if (!canMeasure) return undefined;
  const [user, nice, system, , , irq, softirq] = read('/proc/stat')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS;
}

/**
 * Writes to a file which test file this process begins.
 *
 * @param {string} marks
 * @param {string} file
 */
export function writeMark(marks, file) {
  appendFileSync(marks, `${JSON.stringify({ pid: process.pid, at: Date.now(), file })}\n`);
}

const sum = values => values.reduce((total, value) => total + value, 0);

/** Adds seconds to a kind, in the entry of a map. */
function add(map, key, kind, seconds) {
  const entry = map.get(key) ?? Object.fromEntries(KINDS.map(one => [one, 0]));
  entry[kind] += seconds;
  map.set(key, entry);
}

/**
 * Measures the processor time of a run: of all processes that have `name=value` in their environment, or whose parent belongs to the
 * run, because PostgreSQL, Redis and Chromium overwrite theirs, and some tests start servers with an empty one.
 *
 * A process counts as long as it is seen. What it used after it was last seen, and processes that were never seen, are in the time
 * that its parent waited for: that, less what was already counted of the processes that ended, counts as well. Only the last second
 * of a process that nobody of the run waits for is lost.
 *
 * @param {{ name: string, value: string, marks?: string, countsItself?: boolean }} options `marks`: the file to which workers write
 *   which test file they run: see `writeMark`. `countsItself`: whether this process belongs to the run
 */
export function createProcessTimes({ name, value, marks, countsItself = false }) {
  /** Processes of the run by pid, in the order of their start. */
  const members = new Map();
  /** Start of each process that doesn't belong to the run, by pid, and whether it was seen twice: the first time may be too early. */
  const strangers = new Map();
  const steps = new Map();
  const files = new Map();
  let step = '';
  let marksRead = 0;
  let before = Date.now();

  const self = {
    pid: process.pid,
    kind: 'runner',
    marks: [],
    debt: 0,
    looks: 2,
    ...readProcess(process.pid),
  };
  members.set(process.pid, self);

  const pidsNow = () =>
    readdirSync('/proc')
      .filter(entry => /^\d+$/.test(entry))
      .map(Number);
  const isMarked = pid => read(`/proc/${pid}/environ`).split('\0').includes(`${name}=${value}`);
  // What this process has started before, such as the compiler of a test's worker, is not of the run.
  if (canMeasure)
    for (const pid of pidsNow()) {
      const found = pid === process.pid || isMarked(pid) ? undefined : readProcess(pid);
      if (found) strangers.set(pid, { start: found.start, isSure: true });
    }

  /** Counts seconds of a process, and divides them among the test files that its worker ran since the last sample. */
  function count(member, kind, seconds, now) {
    if (seconds <= 0) return;
    add(steps, step, kind, seconds);
    for (const [file, share] of sharesOf(workerOf(member), before, now))
      add(files, file, kind, seconds * share);
  }

  /** Adds a process, if it belongs to the run. */
  function discover(pid) {
    const found = readProcess(pid);
    if (!found) return;
    const stranger = strangers.get(pid);
    if (stranger?.start === found.start && stranger.isSure) return;
    const by = members.get(found.parent);
    const belongs = by !== undefined || isMarked(pid);
    if (!belongs) {
      strangers.set(pid, { start: found.start, isSure: stranger?.start === found.start });
      return;
    }
    members.set(pid, { ...found, pid, by, own: 0, waited: 0, debt: 0, looks: 0, marks: [], kind: 'other' });
    visit(members.get(pid), found);
  }

  /** What each process used since the last sample, and the processes that ended. */
  let seen = [];
  let ended = [];

  function visit(member, found) {
    // A process that was seen between fork and exec still had the command line of its parent.
    if (member.looks < 2) {
      member.looks += 1;
      member.kind = kindOf(commandOf(member.pid));
    }
    seen.push({ member, used: found.own - member.own, waited: found.waited - member.waited });
    Object.assign(member, { own: found.own, waited: found.waited, parent: found.parent });
  }

  /** Returns the closest process of the run that waits for an ended one, itself or through others that ended too. */
  function waiterOf(member, alive) {
    let waiter = alive.get(member.parent);
    while (waiter !== undefined && !members.has(waiter.pid)) waiter = alive.get(waiter.parent);
    return waiter;
  }

  /** Counts what ended processes used after they were last seen. */
  function settle(alive, now) {
    const owed = new Map();
    for (const member of ended) {
      const waiter = waiterOf(member, alive);
      if (!waiter) continue;
      const { seconds, kind } = owed.get(waiter) ?? { seconds: 0, kind: member.kind };
      owed.set(waiter, { seconds: seconds + member.own + member.waited + member.debt, kind });
    }
    for (const { member, waited } of seen) {
      const { seconds = 0, kind = 'other' } = owed.get(member) ?? {};
      const rest = waited - seconds - member.debt;
      count(member, kind, rest, now);
      // A process that ended during this sample is in its parent's time only from the next one, which was read before.
      member.debt = Math.max(0, Math.min(seconds, -rest));
    }
  }

  function readMarks() {
    if (marks === undefined || !existsSync(marks)) return;
    const text = readFileSync(marks, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    for (const line of text.slice(marksRead, end).split('\n').filter(Boolean)) {
      const { pid, ...mark } = JSON.parse(line);
      members.get(pid)?.marks.push(mark);
    }
    marksRead = end;
  }

  function sample() {
    if (!canMeasure) return;
    const now = Date.now();
    [seen, ended] = [[], []];
    const alive = new Map(members);
    // The oldest first, so that parents are read before their children.
    for (const member of alive.values()) {
      const found = readProcess(member.pid);
      if (found?.start === member.start) visit(member, found);
      else {
        members.delete(member.pid);
        ended.push(member);
      }
    }
    const pids = pidsNow();
    for (const pid of pids) if (!members.has(pid)) discover(pid);
    for (const pid of strangers.keys()) if (!pids.includes(pid)) strangers.delete(pid);
    readMarks();
    for (const { member, used } of seen)
      if (member !== self || countsItself) count(member, member.kind, used, now);
    settle(alive, now);
    // Only the last mark still counts.
    for (const { marks: list } of members.values()) list.splice(0, list.length - 1);
    before = now;
  }

  return {
    sample,
    /** Takes a sample each second, until `stop`. */
    start() {
      const timer = setInterval(sample, 1_000);
      timer.unref();
      return () => clearInterval(timer);
    },
    /** From here, time counts for this step. */
    begin(next) {
      sample();
      step = next;
    },
    /** Seconds of the processors by step and kind. @type {ReadonlyMap<string, Record<Kind, number>>} */
    steps,
    /** The same by test file: what its worker used while it ran the file, and the processes that this worker started. */
    files,
    /** Seconds of a step, or of all. */
    seconds: of =>
      sum(
        [...steps]
          .filter(([one]) => of === undefined || one === of)
          .flatMap(([, entry]) => Object.values(entry)),
      ),
  };
}

/** Returns the outermost worker that started a process: a test may run vitest itself. */
function workerOf(member) {
  let worker;
  for (let one = member; one !== undefined; one = one.by) if (one.marks.length > 0) worker = one;
  return worker;
}

/** Divides an interval among the files that a worker ran in it, by time. Yields `[file, share]`; nothing before the first mark. */
function* sharesOf(worker, from, to) {
  const within = time => Math.min(Math.max(time, from), to);
  for (const [index, { file, at }] of (worker?.marks ?? []).entries()) {
    const share = (within(worker.marks[index + 1]?.at ?? to) - within(at)) / (to - from);
    if (share > 0) yield [file, share];
  }
}
