import { addressesOf, createApprovalLedger, signRequest, walletKeys } from '@latchkit/keyring';
import { frameError, type ListedToken } from 'latchkit/protocol';
import { type InlineRule, inlineRule } from '../../../apps/frame/src/approvals/chooseSurface.js';
import { createApprovals } from '../../../apps/frame/src/approvals/createApprovals.js';
import type { ChainReader } from '../../../apps/frame/src/chains/createChainReader.js';
import { chainTokens, type TokenList } from '../../../apps/frame/src/chains/createTokenList.js';
import { startFrame } from '../../../apps/frame/src/page/startFrame.js';
import { networkOf } from '../../../apps/frame/src/review/model/networkOf.js';
import { operationsWithoutBundler } from '../../../apps/frame/src/smartAccount/operationsWithoutBundler.test-support.js';
import type { Mailbox } from '../../../apps/frame/src/windowChannel/createMailbox.js';

declare global {
  interface Window {
    /** Set before the page loads: overrides the rule for the host page's origin. */
    readonly inlineForTest?: InlineRule;
    /** Set before the page loads: the listed tokens of every chain. */
    readonly listedForTest?: readonly ListedToken[];
    /** All signatures so far. */
    readonly signed?: string[];
    /** Their times in milliseconds of `performance.now()`. */
    readonly signedAt?: number[];
    readonly walletAddresses?: { readonly evm: string; readonly solana: string };
  }
}

/** Reads from the chain that the test serves next to the page. */
const reader: ChainReader = {
  async request(chainId, method, params, signal) {
    const body = JSON.stringify({ chainId, method, params });
    const answer = await fetch('/chain', { method: 'POST', body, ...(signal ? { signal } : {}) });
    if (!answer.ok) throw frameError('INTERNAL');
    return answer.json();
  },
};

// The seed is public, because only the review of requests is tested here.
const keys = await walletKeys(new Uint8Array(32).fill(7), secret => secret);
const { evm, solana } = addressesOf(keys);
const signed: string[] = [];
const signedAt: number[] = [];
Object.assign(window, { signed, signedAt, walletAddresses: { evm, solana } });

const tokens: TokenList = { of: async () => chainTokens([...(window.listedForTest ?? [])]) };

/** There are no services here, so the window is reachable only directly. */
const mailbox: Mailbox = { register: () => Promise.reject(frameError('INTERNAL')) };

void startFrame(window, async ({ self, hostOrigin, params, config, state, tell, block, refusals }) => {
  const ledger = createApprovalLedger(hostOrigin);
  const approvals = createApprovals({
    self,
    hostOrigin,
    state,
    tell,
    reader,
    operations: operationsWithoutBundler(reader),
    ended: new AbortController().signal,
    tokens,
    networkOf: networkOf(config.networks),
    mailbox,
    projectId: params.projectId,
    inline: window.inlineForTest ?? inlineRule(config, hostOrigin, false),
    signer: () => ({ login: 've•••@latchkit.example', evm, solana }),
    async sign(request, approval) {
      await ledger.consume(request, approval);
      const signature = signRequest(request, keys);
      signed.push(signature);
      signedAt.push(performance.now());
      return signature;
    },
    block,
    refusals,
  });
  return {
    handlers: { RPC_REQUEST: (payload, context) => approvals.request(payload, context) },
    accounts: () => [evm, solana],
  };
});
