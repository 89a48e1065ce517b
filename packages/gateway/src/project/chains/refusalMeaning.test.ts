import { describe, expect, it } from 'vitest';
import { type RefusalMeaning, refusalMeaning } from './refusalMeaning.js';

/** What real nodes say, with where it was read on 30 November 2026. */
const REFUSALS: readonly (readonly [RefusalMeaning, number, string, string])[] = [
  // Infura: docs.infura.io/api/networks/ethereum/how-to/avoid-rate-limiting, and docs.metamask.io/services/how-to/avoid-rate-limiting, whose
  // newer form is an answer of status 429 and code 429; for logs INFURA/infura/issues/237, ethers-io/ethers.js/issues/4703
  ['later', -32_005, 'daily request count exceeded, request rate limited', 'Infura'],
  ['later', -32_005, 'project ID request rate exceeded', 'Infura'],
  ['later', 429, 'Too Many Requests', 'Infura'],
  [
    'smaller',
    -32_005,
    'query returned more than 10000 results. Try with this block range [0xBDE5F8, 0x102DBCC].',
    'Infura',
  ],
  ['smaller', -32_602, 'range 1000000 exceeds limit of 10000', 'Infura'],
  // Alchemy: github.com/conduitxyz/node/issues/36, ethers-io/ethers.js/issues/4703, BobTheBuidler/dank_mids/issues/772, xmtp/xmtpd/issues/672
  [
    'later',
    429,
    'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
    'Alchemy',
  ],
  [
    'later',
    -32_600,
    'Monthly capacity limit exceeded. Visit https://dashboard.example to upgrade.',
    'Alchemy',
  ],
  [
    'smaller',
    -32_602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size.',
    'Alchemy',
  ],
  ['smaller', -32_600, 'You can make eth_getLogs requests with up to a 500 block range.', 'Alchemy'],
  // QuickNode: quicknode.com/docs/ethereum/error-references, for codes of JSON-RPC github.com/foundry-rs/foundry/issues/4894,
  // OffchainLabs/arbitrum-sdk/issues/609
  [
    'later',
    429,
    'The requests per second (RPS) of your requests are higher than your plan allows.',
    'QuickNode',
  ],
  [
    'later',
    -32_007,
    '100/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
    'QuickNode',
  ],
  ['smaller', -32_614, 'eth_getLogs is limited to a 10,000 range', 'QuickNode'],
  // Helius: helius.dev/docs/billing/rate-limits names only the status 429; programs for it in public repositories read this code beside it.
  ['later', -32_429, 'rate limited', 'Helius'],
  // dRPC, BlockPI, reth and others: github.com/foundry-rs/foundry/issues/12687
  ['smaller', 35, 'ranges over 10000 blocks are not supported on freetier', 'dRPC'],
  ['smaller', -32_602, 'eth_getLogs is limited to 1024 block range.', 'BlockPI'],
  ['smaller', -32_602, 'query exceeds max block range 100000', 'reth'],
  ['smaller', -32_602, 'query exceeds max results 20000, retry with the range 23879634-23879696', 'reth'],
  ['smaller', -32_603, 'eth_getLogs range is too large, max is 1k blocks', 'a public node'],
  // PublicNode, thirdweb, Scroll, Tenderly: ponder-sh/ponder, scroll-tech/go-ethereum/pull/529, fluencelabs/dev-rewards/issues/20
  ['smaller', -32_701, 'exceed maximum block range: 50000', 'PublicNode'],
  ['smaller', -32_005, 'Maximum allowed number of requested blocks is 1000', 'thirdweb'],
  ['smaller', -32_000, 'block range is larger than max block range, block range = 5120', 'Morph'],
  ['smaller', -32_000, 'block range is bigger than maxBlockRange', 'Scroll'],
  ['later', -32_005, 'rate limit exceeded', 'Tenderly'],
  ['later', -32_005, 'limit exceeded', 'BNB Chain'],
  // BlockVision: docs.blockvision.org/reference/error-code-reference; Goldsky: docs.goldsky.com/edge-rpc/evm/error-codes
  ['later', -32_605, 'Rate Limit', 'BlockVision'],
  ['later', -32_607, 'Call Limit', 'BlockVision'],
  ['later', -32_005, 'Rate limit exceeded', 'Goldsky'],
  ['smaller', -32_012, 'Range too large', 'Goldsky'],
  // Geth's rpc/errors.go (errcodeTimeout, errcodeResponseTooLarge, errMsgBatchTooLarge); EIP-4444; Erigon's prune mode; rotki asks
  // for less after a timeout
  ['other', -32_002, 'request timed out', 'geth'],
  ['other', 4_444, 'pruned history unavailable', 'geth'],
  ['smaller', -32_003, 'response too large', 'geth'],
  ['smaller', -32_600, 'batch too large', 'geth'],
  ['smaller', -32_000, 'query timeout exceeded', 'a node that rotki knows'],
  ['other', -32_000, 'header not found', 'geth'],
  ['other', -32_000, 'missing trie node 5a9b (path )', 'geth'],
  ['other', -32_000, 'history has been pruned for this block', 'Erigon'],
  ['other', -32_701, 'History has been pruned for this block', 'PublicNode'],
  ['other', -32_603, 'Internal error', 'Erigon'],
  // Agave: rpc-client-api/src/custom_error.rs, at commit 0ab10608
  ['later', -32_005, 'Node is behind by 42 slots', 'Agave'],
  ['later', -32_005, 'Node is unhealthy', 'Agave'],
  ['later', -32_019, 'Failed to query long-term storage; please try again', 'Agave'],
  ['later', -32_014, 'Block status not yet available for slot 123', 'Agave'],
  ['other', -32_001, 'Block 5 cleaned up, does not exist on node. First available block: 9', 'Agave'],
  ['other', -32_011, 'Transaction history is not available from this node', 'Agave'],
  ['other', -32_007, 'Slot 123 was skipped, or missing due to ledger jump to recent snapshot', 'Agave'],
  ['other', -32_015, 'Transaction version (2) is not supported by the requesting client.', 'Agave'],
  ['other', -32_016, 'Minimum context slot has not been reached', 'Agave'],
  // A contract chooses what a revert says.
  ['other', 3, 'execution reverted: Too many requests', 'a contract'],
  ['other', -32_000, 'execution reverted: rate limit exceeded', 'a contract'],
  [
    'other',
    -32_000,
    'VM Exception while processing transaction: reverted with reason: rate limit',
    'a contract',
  ],
];

describe('refusalMeaning', () => {
  it.each(REFUSALS)('is %s for %i "%s" of %4$s (RV-01)', (meaning, code, message) => {
    expect(refusalMeaning({ code, message })).toBe(meaning);
  });
});
