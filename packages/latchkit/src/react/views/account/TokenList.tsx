import { useEffect, useState } from 'react';
import { type ChainState, refreshTokens } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { TokenRow } from './TokenRow.js';

/** The account's tokens on its network, where anyone is there to know of them [VIEW-18] [CAP-04]. */
export function TokenList({ chain, bare }: { chain: ChainState; bare?: boolean }) {
  const { kit, text } = useModal();
  const { tokenBalance, tokenStatus, network, account } = chain;
  const namespace = network.chainNamespace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has tokens of its own
  useEffect(() => {
    void refreshTokens(kit, { namespace });
  }, [kit, namespace, account.caipAddress]);
  if (tokenStatus === 'idle') return null;
  return (
    <section className="lk-tokens" aria-labelledby="lk-tokens-title">
      <div className={bare ? 'lk-sr' : 'lk-section'}>
        <h3 className="lk-section-title" id="lk-tokens-title">
          {text.t('account.tokens')}
        </h3>
      </div>
      {tokenStatus === 'error' && <TokensError namespace={namespace} />}
      {tokenStatus === 'loading' && <SkeletonRows label={text.t('account.tokensLoading')} shape="coin" />}
      {tokenBalance && tokenBalance.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not speak an unmarked list as one
        <ul className="lk-group" role="list" aria-label={text.t('account.tokens')}>
          {tokenBalance.map(token => (
            <TokenRow key={token.address ?? token.symbol} token={token} />
          ))}
        </ul>
      )}
      {tokenStatus === 'ready' && tokenBalance?.length === 0 && (
        <EmptyState
          icon="coins"
          card
          title={text.t('account.tokensEmpty', { network: network.name })}
          text={text.t('account.tokensEmptyText')}
        />
      )}
    </section>
  );
}

/** They could not be read. What was read before stays below. */
function TokensError({ namespace }: { namespace: ChainState['network']['chainNamespace'] }) {
  const { kit, text } = useModal();
  const [tried, setTried] = useState(false);
  const retry = async () => {
    await refreshTokens(kit, { namespace, force: true });
    // Half a minute passes between two attempts [TIME-07]: a click that asks nobody says so.
    setTried(true);
  };
  return (
    <div className="lk-tokens-error">
      <p role="status">{text.t(tried ? 'account.tokensWait' : 'account.tokensError')}</p>
      <Button variant="quiet" size="sm" onClick={() => void retry()}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}
