import { FRAME_LIMITS } from './frameLimits.js';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Counts while it looks, so that no message costs more than its limit, whatever is in it. */
interface Budget {
  bytes: number;
}

/**
 * Looks at a message before any schema does: structured clones carry cycles, maps, dates and prototype keys, a message
 * only what JSON has. Answers undefined when it is plain and small enough; never throws.
 */
export function plainJsonProblem(value: unknown): 'BAD_MESSAGE' | 'TOO_LARGE' | undefined {
  const budget = { bytes: FRAME_LIMITS.messageBytes };
  try {
    return walk(value, FRAME_LIMITS.depth, budget);
  } catch {
    // A getter or a proxy of a hostile realm.
    return 'BAD_MESSAGE';
  }
}

type Problem = ReturnType<typeof plainJsonProblem>;

function walk(value: unknown, depth: number, budget: Budget): Problem {
  if (value === null || typeof value === 'boolean') return spend(budget, 5);
  if (typeof value === 'string') return spendText(budget, value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? spend(budget, String(value).length) : 'BAD_MESSAGE';
  if (typeof value !== 'object' || depth === 0) return 'BAD_MESSAGE';
  return Array.isArray(value) ? walkList(value, depth, budget) : walkRecord(value, depth, budget);
}

function walkList(list: readonly unknown[], depth: number, budget: Budget): Problem {
  // A sparse list may claim a length of 2³² − 1.
  if (list.length > budget.bytes) return 'TOO_LARGE';
  for (let at = 0; at < list.length; at++) {
    const problem = spend(budget, 1) ?? walk(list[at], depth - 1, budget);
    if (problem !== undefined) return problem;
  }
  return spend(budget, 2);
}

function walkRecord(record: object, depth: number, budget: Budget): Problem {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return 'BAD_MESSAGE';
  // Maps, dates and buffers have keys of their own on their prototype; a plain record's prototype is the last.
  if (Object.prototype.toString.call(record) !== '[object Object]') return 'BAD_MESSAGE';
  for (const key of Reflect.ownKeys(record)) {
    if (typeof key !== 'string' || FORBIDDEN.has(key)) return 'BAD_MESSAGE';
    const problem =
      spendText(budget, key) ??
      spend(budget, 2) ??
      walk((record as Record<string, unknown>)[key], depth - 1, budget);
    if (problem !== undefined) return problem;
  }
  return spend(budget, 2);
}

function spend(budget: Budget, bytes: number): Problem {
  budget.bytes -= bytes;
  return budget.bytes < 0 ? 'TOO_LARGE' : undefined;
}

function spendText(budget: Budget, text: string): Problem {
  // Each UTF-16 unit is a byte at least: no need to encode what is too long already.
  return text.length > budget.bytes ? 'TOO_LARGE' : spend(budget, utf8Length(text) + 2);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
