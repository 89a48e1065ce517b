/** A node's error in answer to a call. */
export interface NodeRefusal {
  readonly code: number;
  readonly message?: string | undefined;
}

/**
 * What a node means by an error: it is asked too often, or for more than it gives at once; `other`: the call failed for another reason.
 */
export type RefusalMeaning = 'later' | 'smaller' | 'other';

/** Codes of vendors for a rate: HTTP's own, and the form of it that Helius uses. */
const RATE_CODES: ReadonlySet<number> = new Set([429, -32_429]);
/** EIP-1474's "limit exceeded", which nodes use for rates and for amounts, and Solana's "node is behind". */
const LIMIT_EXCEEDED = -32_005;
/** Reverts: a contract chooses what their message says. */
const REVERT_CODES: ReadonlySet<number> = new Set([3, -32_015]);
const REVERT = /\b(?:revert(?:ed)?|execution|vm exception)\b/i;

const SMALLER = [
  /more than [\d,]+ (?:results|logs|blocks)/i,
  /\bmax(?:imum)? (?:results|number of requested blocks|allowed number of requested blocks)/i,
  /\b(?:block )?range\b.*\b(?:too|exceeds?|limit(?:ed)?|max(?:imum)?|larger|bigger|higher|not supported)\b/i,
  /\b(?:exceeds?|up to|limited to|larger|ranges over)\b.*\b(?:block )?range\b/i,
  /\branges over [\d,]+ blocks\b/i,
  /\b(?:log )?response (?:size|is)? ?(?:exceeded|too (?:large|big))/i,
  /\bquery (?:timeout|exceeds)/i,
  /\bbatch (?:size )?(?:is )?too large\b/i,
];
const LATER = [
  /\brate[ -]?limit/i,
  /\brequest (?:rate|limit reached)/i,
  /\btoo many (?:requests|connections)/i,
  /\b(?:request|call) (?:count|rate|limit) (?:exceeded|exhausted|reached)/i,
  /^call limit$/i,
  /\bplease try again$|\bnot yet available\b/i,
  /\bcompute units per second/i,
  /\b(?:capacity|quota|usage) (?:limit )?(?:exceeded|reached)/i,
  /\bthrottl/i,
];

/**
 * What a node's error means. Each place that reads from nodes follows it: `later` says nothing about what was asked for and is asked again,
 * after the time that the node names; `smaller` is asked for in parts, where it has parts; of the others, see `ItemForm`.
 */
export function refusalMeaning({ code, message = '' }: NodeRefusal): RefusalMeaning {
  if (RATE_CODES.has(code)) return 'later';
  if (REVERT_CODES.has(code) || REVERT.test(message)) return 'other';
  if (SMALLER.some(pattern => pattern.test(message))) return 'smaller';
  if (code === LIMIT_EXCEEDED || LATER.some(pattern => pattern.test(message))) return 'later';
  return 'other';
}
