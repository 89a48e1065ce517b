import { useMemo } from 'react';
import type { TokenBalance } from '../../../core/index.js';
import { goBack, setSendToken, tokenImageUrl } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Coin } from '../../primitives/Coin.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Search } from '../../primitives/Search.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { matchTokens } from '../matchTokens.js';
import { TokenAmount } from '../TokenAmount.js';
import { useConnectedChain } from '../useConnectedChain.js';

/** The tokens that can be sent, to choose one. */
export function SendSelectTokenView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const { tokenBalances, token: chosen } = useKitState(state => state.send);
  const [query, setQuery] = useRemembered(depth, 'tokens');
  useStyles(sendCss);
  const found = useMemo(() => matchTokens(tokenBalances, query), [tokenBalances, query]);
  const network = chain?.network.name ?? '';
  const pick = (token: TokenBalance) => {
    setSendToken(kit, token);
    goBack(kit);
  };
  return (
    <ViewFrame title={text.t('send.tokensTitle')} kind="child" depth={depth}>
      <div className="lk-sticky">
        <Search
          label={text.t('send.tokensSearch')}
          clearLabel={text.t('action.clearSearch')}
          value={query}
          onChange={setQuery}
          status={query ? text.plural('send.tokensResults', found.length, {}) : ''}
        />
      </div>
      {found.length > 0 ? (
        <Group label={text.t('send.tokens')}>
          {found.map(token => (
            <TokenChoice
              key={token.address ?? token.chainId}
              token={token}
              network={network}
              current={token.address === chosen?.address}
              onPick={() => pick(token)}
            />
          ))}
        </Group>
      ) : (
        <EmptyState
          icon="search"
          title={text.t('send.tokensNone', { query })}
          text={text.t('send.tokensNoneText', { network })}
        />
      )}
    </ViewFrame>
  );
}

interface TokenChoiceProps {
  token: TokenBalance;
  network: string;
  current: boolean;
  onPick: () => void;
}

/** A token to choose, with its balance. */
function TokenChoice({ token, network, current, onPick }: TokenChoiceProps) {
  const { kit, text } = useModal();
  const { name, symbol, address, chainId } = token;
  return (
    <ListItem
      leading={<Coin id={address ?? chainId} name={symbol} url={tokenImageUrl(kit, token)} />}
      title={name}
      sub={text.t('send.tokenOn', { token: symbol, network })}
      trailing={<TokenAmount token={token} symbol={symbol} />}
      current={current}
      currentLabel={text.t('send.tokenCurrent')}
      onClick={onPick}
    />
  );
}
