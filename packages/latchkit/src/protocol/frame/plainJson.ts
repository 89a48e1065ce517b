import { FRAME_LIMITS } from './frameLimits.js';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Decremented during the check, so that no message costs more than its limit. */
interface Budget {
  bytes: number;
}

/**
 * Checks a message before schema validation: structured clones can contain cycles, maps, dates and prototype keys, but a message
 * may contain JSON only. Returns undefined if it is plain and small enough; never throws.
 */
export function plainJsonProblem(value: unknown): 'BAD_MESSAGE' | 'TOO_LARGE' | undefined {
  const budget = { bytes: FRAME_LIMITS.messageBytes };
  try {
    return walk(value, FRAME_LIMITS.depth, budget);
  } catch {
    // A getter or a proxy of a hostile realm threw.
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
  // A sparse array can have a length of 2³² − 1.
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
  // Maps, dates and buffers fail here or by their prototype; a plain object's prototype is the last of its chain.
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
  // Each UTF-16 unit takes at least one byte, so a text that is too long needs no encoding.
  return text.length > budget.bytes ? 'TOO_LARGE' : spend(budget, utf8Length(text) + 2);
}

/** Length of a text in UTF-8 bytes. */
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
