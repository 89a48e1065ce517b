import { couldBeSolanaTransaction, isForeignOrder } from '@latchkit/keyring';
import { base64 } from '@scure/base';
import { readTextOrder, type TextOrder } from 'latchkit/protocol';
import { bytesToHex, hashMessage, hexToBytes, isHex } from 'viem';
import type { TextKey } from '../../texts/en.js';
import type { Review, ReviewContext } from '../model/Review.js';
import { visibleMessage } from '../model/visibleText.js';
import { looksLikeSignIn, reviewSignIn } from './reviewSignIn.js';

/** Reviews an EVM message. */
export function reviewMessage(payload: string, context: ReviewContext): Review {
  if (!isHex(payload)) throw new TypeError('The payload is not hex');
  const review = withOrder(reviewBytes(hexToBytes(payload), context), 'message', payload, context);
  return {
    ...review,
    raw: [...review.raw, { label: 'raw.signedHash', text: hashMessage({ raw: payload }) }],
  };
}

/** Reviews a Solana message. */
export function reviewSolanaMessage(payload: string, context: ReviewContext): Review {
  const bytes = base64.decode(payload);
  const review = withOrder(reviewBytes(bytes, context), 'solanaMessage', payload, context);
  // A message that is a transaction would be an unreviewed payment; the keyring refuses it too.
  return couldBeSolanaTransaction(bytes, context.account)
    ? { ...review, blocks: [...review.blocks, { text: 'block.transaction' }] }
    : review;
}

/** Blocks an order that is not for this gateway, or not in the form that says so; the keyring refuses it too. */
function withOrder(
  review: Review,
  kind: 'message' | 'solanaMessage',
  payload: string,
  { account, chainId, gateway }: ReviewContext,
): Review {
  if (!isForeignOrder({ kind, payload, account, chainId }, gateway)) return review;
  return { ...review, blocks: [...review.blocks, { text: 'block.order' }] };
}

/** What an order about the account does. */
const ORDERS = {
  name: 'action.signMessage',
  proof: 'action.signMessage',
  session: 'action.endSession',
  permission: 'action.endPermission',
} as const satisfies Record<TextOrder, TextKey>;

function reviewBytes(bytes: Uint8Array, context: ReviewContext): Review {
  const text = textOf(bytes);
  const raw: Review['raw'] = [{ label: 'raw.message', text: bytesToHex(bytes) }];
  if (text === undefined) {
    return {
      risk: 'R3',
      action: { text: 'action.signData' },
      changes: [],
      facts: [],
      warnings: [{ text: 'warning.unreadable' }],
      blocks: [],
      message: bytesToHex(bytes),
      raw,
    };
  }
  const message = visibleMessage(text);
  if (looksLikeSignIn(text)) return { ...reviewSignIn(text, context), message, raw };
  const order = readTextOrder(text)?.order;
  return {
    risk: 'R1',
    action: { text: order === undefined ? 'action.signMessage' : ORDERS[order] },
    changes: [],
    facts: [],
    warnings: [],
    blocks: [],
    message,
    raw,
  };
}

/** Lengths of addresses, hashes, keys and signatures, in bytes. */
const DATA = new Set([20, 32, 33, 64, 65]);

/** A hash, key or signature in hexadecimal digits. */
const HEX = /^\s*(0x)?([0-9a-f]{40}|[0-9a-f]{64,})\s*$/i;

/**
 * Decodes bytes as readable text; undefined if they are not. What may be a hash is no text, whatever it spells: a hash with a free
 * field can be chosen to be letters, and contracts take signatures of hashes and of their hexadecimal digits.
 */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (HEX.test(text) || (DATA.has(bytes.length) && /[^\w .,:!?'\n-]/.test(text))) return undefined;
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/[^\P{Cc}\n\r\t]/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
