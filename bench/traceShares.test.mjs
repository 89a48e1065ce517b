import { describe, expect, it } from 'vitest';
import { traceShares } from './traceShares.mjs';

const main = { pid: 1, tid: 1, ph: 'X', cat: 'devtools.timeline' };
const mark = (name, ts) => ({ ...main, ph: 'R', cat: 'blink.user_timing', name, ts });
const trace = (...events) =>
  Buffer.from(
    JSON.stringify({ traceEvents: [mark('bench-click', 1_000), ...events, mark('bench-row', 11_000)] }),
  );

describe('traceShares', () => {
  it('counts each moment once, for the innermost event', () => {
    const shares = traceShares(
      trace(
        { ...main, name: 'FunctionCall', ts: 2_000, dur: 5_000 },
        { ...main, name: 'Layout', ts: 3_000, dur: 1_000 },
        { ...main, name: 'UpdateLayoutTree', ts: 8_000, dur: 1_000 },
      ),
    );
    expect(shares).toEqual({ 'run script': 4, layout: 1, style: 1, waiting: 4 });
  });

  it('clips events at the marks, and ignores other threads', () => {
    const shares = traceShares(
      trace(
        { ...main, name: 'EvaluateScript', ts: 0, dur: 2_000 },
        { ...main, name: 'Paint', ts: 10_000, dur: 9_000 },
        { ...main, tid: 2, name: 'Layout', ts: 3_000, dur: 1_000 },
      ),
    );
    expect(shares).toEqual({ 'run module code': 1, paint: 1, waiting: 8 });
  });

  it('returns undefined when a mark is missing', () => {
    expect(traceShares(Buffer.from('{"traceEvents":[]}'))).toBeUndefined();
  });
});
