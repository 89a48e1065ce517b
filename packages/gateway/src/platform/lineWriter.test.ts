import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineWriter } from './lineWriter.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('lineWriter', () => {
  it('writes buffered lines together, in order', () => {
    const written: string[] = [];
    const { write } = lineWriter(text => written.push(text));
    write('one', false);
    vi.advanceTimersByTime(99);
    write('two', false);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['one\ntwo\n']);
    write('three', false);
    vi.advanceTimersByTime(100);
    expect(written).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('writes urgent lines, and the lines before them, immediately', () => {
    const written: string[] = [];
    const { write } = lineWriter(text => written.push(text));
    write('one', false);
    write('two', true);
    expect(written).toEqual(['one\ntwo\n']);
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(1);
  });

  it('buffers at most 64 kB', () => {
    const written: string[] = [];
    const { write } = lineWriter(text => written.push(text));
    write('x'.repeat(64 * 1024), false);
    expect(written).toHaveLength(1);
  });

  it('writes buffered lines on flush, and nothing when there are none', () => {
    const written: string[] = [];
    const { write, flush } = lineWriter(text => written.push(text));
    flush();
    write('one', false);
    flush();
    flush();
    expect(written).toEqual(['one\n']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
