import { useEffect, useState } from 'react';
import {
  formatBalance,
  type NamespaceState,
  refreshTokens,
  shownQuantity,
  type TokenBalance,
} from '../../../core/index.js';
import { formatFiat, tokenImageUrl } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useOffline } from '../../runtime/useOffline.js';
import { ExactAmount } from '../ExactAmount.js';

/** The account's tokens on its network, if any source knows them. */
export function TokenList({ chain, bare }: { chain: NamespaceState; bare?: boolean }) {
  const { kit, text } = useModal();
  const { tokenBalance, tokenStatus, network, account } = chain;
  const namespace = network.chainNamespace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has other tokens
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
        // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
        <ul className="lk-group" role="list" aria-label={text.t('account.tokens')}>
          {tokenBalance.map(token => (
            <TokenRow key={token.address ?? token.symbol} token={withOwnBalance(token, chain)} />
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

/** The tokens could not be read. The previous ones stay below. */
function TokensError({ namespace }: { namespace: NamespaceState['network']['chainNamespace'] }) {
  const { kit, text } = useModal();
  const [tried, setTried] = useState(false);
  const retry = async () => {
    await refreshTokens(kit, { namespace, force: true });
    // Attempts are at least half a minute apart: tell the visitor if a click sends no request.
    setTried(true);
  };
  const offline = useOffline(() => void refreshTokens(kit, { namespace, force: true }));
  const why = tried ? 'account.tokensWait' : 'account.tokensError';
  return (
    <div className="lk-tokens-error">
      <p role="status">{text.t(offline ? 'error.offline' : why)}</p>
      <Button variant="quiet" size="sm" onClick={() => void retry()}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}

/** The native currency with the balance that the account's figure shows, so that one view never shows two. */
function withOwnBalance(
  token: TokenBalance,
  { balance, balanceError, network }: NamespaceState,
): TokenBalance {
  const isNative = !token.address && token.chainId === network.caipNetworkId;
  if (!isNative || balance === undefined || balanceError) return token;
  const value = token.price === undefined ? token.value : token.price * Number(balance);
  return { ...token, value, quantity: { ...token.quantity, numeric: balance } };
}

/** A token: its quantity with 3 decimals, and its value if there is a live price. */
function TokenRow({ token }: { token: TokenBalance }) {
  const { kit, text } = useModal();
  const { name, symbol, address, chainId, value } = token;
  const held = shownQuantity(token);
  const worth = formatFiat(value, { locale: text.locale });
  return (
    <li className="lk-row lk-token">
      <Coin id={address ?? chainId} name={symbol} url={tokenImageUrl(kit, token)} />
      <span className="lk-row-text">
        <span className="lk-row-title" dir="auto">
          {name}
        </span>
        <span className="lk-row-sub">
          <ExactAmount exact={`${held} ${symbol}`} align="start">
            {formatBalance(held, text.locale)} {symbol}
          </ExactAmount>
        </span>
      </span>
      {worth && (
        <span className="lk-row-value">
          <bdi>{worth}</bdi>
        </span>
      )}
    </li>
  );
}
