import type { CaipNetwork } from 'latchkit';
import type { SessionProposal } from 'latchkit/walletconnect';
import { Facts } from './Facts.js';
import { type Answering, Review } from './Review.js';
import type { AccountKeys } from './walletKeys.js';
import { approvable } from './walletSupport.js';

interface ProposalReviewProps extends Answering {
  readonly proposal: SessionProposal;
  readonly keys: AccountKeys;
  readonly accountName: string;
  readonly networks: readonly CaipNetwork[];
}

const ABILITIES: Readonly<Record<string, string>> = {
  personal_sign: 'sign messages',
  eth_signTypedData: 'sign data',
  eth_signTypedData_v4: 'sign data',
  eth_sendTransaction: 'send transactions',
  solana_signMessage: 'sign messages',
  solana_signTransaction: 'sign transactions',
  solana_signAllTransactions: 'sign transactions',
  solana_signAndSendTransaction: 'send transactions',
};

/** A page's connection proposal: its identity, networks and permitted requests. */
export function ProposalReview({ proposal, keys, accountName, networks, ...answering }: ProposalReviewProps) {
  const approved = approvable(proposal, keys, networks);
  const parts = Object.values(approved ?? {});
  const named = parts
    .flatMap(({ chains = [] }) => chains)
    .map(chain => networks.find(({ caipNetworkId }) => caipNetworkId === chain)?.name ?? chain);
  const abilities = [...new Set(parts.flatMap(({ methods }) => methods).map(one => ABILITIES[one] ?? one))];
  const asked = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap(namespaces =>
    Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
  );
  const left = new Set(asked).size - named.length;
  return (
    <Review
      title="Connect to this page?"
      peer={proposal.proposer.metadata}
      problem={approved ? undefined : 'The page needs networks or methods that this wallet does not have.'}
      {...answering}
    >
      {approved && (
        <Facts
          facts={[
            ['Sees', accountName],
            ['Networks', named.join(', ')],
            ['Not here', left > 0 ? `${left} more that it asks for` : undefined],
            ['May ask to', abilities.join(', ')],
          ]}
        />
      )}
      <p className="small">You decide about every request. The name and address are the page’s own word.</p>
    </Review>
  );
}
