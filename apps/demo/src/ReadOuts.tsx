import { useAccount, useLatchkitState, useNetwork, useSession } from 'latchkit/react';
import { useCapabilities } from './useCapabilities.js';

interface ReadOutsProps {
  readonly lastError: string;
  readonly signature: string;
  readonly transaction: string;
  readonly payment: string;
}

/** Every value that a host can read, unformatted. The dash for an empty value is not part of the text. */
export function ReadOuts({ lastError, signature, transaction, payment }: ReadOutsProps) {
  const { status, address, caipAddress, allAccounts, embeddedWalletInfo } = useAccount();
  const { network } = useNetwork();
  const namespace = useLatchkitState(state => state.activeNamespace);
  const { balance, balanceSymbol } = useLatchkitState(state => state.namespaces[state.activeNamespace]) ?? {};
  const { session } = useSession();
  const capabilities = useCapabilities();
  const accountType = allAccounts.find(account => account.address === address)?.type;
  const rows = [
    ['Status', 'host-status', status],
    ['Address', 'host-address', address],
    ['CAIP-10 account', 'host-caip-address', caipAddress],
    ['Chain id', 'host-chain-id', network?.id],
    ['Namespace', 'host-namespace', namespace],
    ['Balance', 'host-balance', balance && `${balance} ${balanceSymbol}`],
    ['Accounts', 'host-accounts', JSON.stringify(allAccounts)],
    ['Account type', 'host-account-type', embeddedWalletInfo?.accountType ?? accountType],
    ['Login provider', 'host-provider', embeddedWalletInfo?.authProvider ?? 'none'],
    ['Capabilities', 'host-capabilities', capabilities && JSON.stringify(capabilities)],
    ['Session', 'host-session', session ? JSON.stringify(session) : 'none'],
    ['Signature', 'host-signature', signature],
    ['Transaction', 'host-transaction', transaction],
    ['Payment', 'host-payment', payment],
    ['Last error', 'host-error', lastError],
  ] as const;
  return (
    <dl className="readouts">
      {rows.map(([label, id, value]) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd data-testid={id} data-value={id === 'host-status' ? value : undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
