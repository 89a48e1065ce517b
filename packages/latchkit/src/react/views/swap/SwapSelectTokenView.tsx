import { useEffect, useId, useMemo, useState } from 'react';
import type { SwapToken } from '../../../core/index.js';
import {
  goBack,
  readUnlistedToken,
  readUnroutedTokens,
  selectSwap,
  setSwapToken,
  swapAsset,
  tokenImageUrl,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Coin } from '../../primitives/Coin.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Search } from '../../primitives/Search.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { matchTokens } from '../matchTokens.js';
import { TokenAmount } from '../TokenAmount.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { symbolText } from './swapAmounts.js';

/** The tokens of the network, to choose one. The address of another token's contract can be pasted. */
export function SwapSelectTokenView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const swap = useKitState(selectSwap);
  const [query, setQuery] = useRemembered(depth, 'tokens');
  useStyles(sendCss);
  const side = view.name === 'SwapSelectToken' ? view.side : 'from';
  const chosen = side === 'from' ? swap.from : swap.to;
  const other = side === 'from' ? swap.to : swap.from;
  const unrouted = useUnrouted(other);
  const found = useMemo(() => matchTokens(swap.tokens, query), [swap.tokens, query]);
  const isAddress = kit.adapter('eip155')?.isAddress(query.trim()) === true;
  const unlisted = useUnlistedToken(isAddress && found.length === 0 ? query.trim() : undefined);
  const network = chain?.network.name ?? '';
  const tokens = unlisted.token ? [unlisted.token] : found;
  const pick = (token: SwapToken) => {
    setSwapToken(kit, side, token);
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
          status={query && !unlisted.loading ? text.plural('send.tokensResults', tokens.length, {}) : ''}
        />
      </div>
      <TokenGroups
        tokens={tokens}
        unrouted={unrouted}
        other={other}
        network={network}
        chosen={chosen}
        onPick={pick}
      />
      {unlisted.loading && <SkeletonRows label={text.t('swap.lookingUp')} shape="coin" />}
      {tokens.length === 0 && !unlisted.loading && (
        <EmptyState
          icon="search"
          title={isAddress ? text.t('swap.notToken') : text.t('send.tokensNone', { query })}
          text={text.t('swap.tokensNoneText')}
        />
      )}
    </ViewFrame>
  );
}

interface Lookup {
  readonly address: string | undefined;
  readonly token: SwapToken | undefined;
  readonly loading: boolean;
}

/** Reads the token at an address from the chain. */
function useUnlistedToken(address: string | undefined): Lookup {
  const { kit } = useModal();
  const [lookup, setLookup] = useState<Lookup>({ address: undefined, token: undefined, loading: false });
  useEffect(() => {
    if (!address) return setLookup({ address, token: undefined, loading: false });
    let live = true;
    const show = (token: SwapToken | undefined) => live && setLookup({ address, token, loading: false });
    setLookup({ address, token: undefined, loading: true });
    readUnlistedToken(kit, address).then(show, () => show(undefined));
    return () => {
      live = false;
    };
  }, [kit, address]);
  if (lookup.address === address) return lookup;
  return { address, token: undefined, loading: address !== undefined };
}

/** The ids, in lower case, of the tokens that the gateway knows can't be swapped for `other`. */
function useUnrouted(other: SwapToken | undefined): ReadonlySet<string> {
  const { kit } = useModal();
  const asset = other && swapAsset(other);
  const [known, setKnown] = useState<ReadonlySet<string>>(NONE);
  useEffect(() => {
    setKnown(NONE);
    if (!asset) return;
    let live = true;
    void readUnroutedTokens(kit, asset).then(tokens => live && setKnown(tokens));
    return () => {
      live = false;
    };
  }, [kit, asset]);
  return known;
}

const NONE: ReadonlySet<string> = new Set();

interface TokenGroupsProps {
  tokens: readonly SwapToken[];
  unrouted: ReadonlySet<string>;
  other: SwapToken | undefined;
  network: string;
  chosen: SwapToken | undefined;
  onPick: (token: SwapToken) => void;
}

/** The tokens that can be swapped for the other one, then those that the gateway knows can't. */
export function TokenGroups({ tokens, unrouted, other, network, chosen, onPick }: TokenGroupsProps) {
  const { text } = useModal();
  const id = useId();
  const isUnrouted = (token: SwapToken) => unrouted.has(swapAsset(token).toLowerCase());
  const choice = (token: SwapToken, disabled: boolean) => (
    <TokenChoice
      key={swapAsset(token)}
      token={token}
      network={network}
      current={chosen !== undefined && swapAsset(token) === swapAsset(chosen)}
      describedBy={disabled ? id : undefined}
      onPick={disabled ? undefined : () => onPick(token)}
    />
  );
  const routed = tokens.filter(token => !isUnrouted(token));
  const others = tokens.filter(isUnrouted);
  const title = other && text.t('swap.noRouteTo', { token: symbolText(other.symbol) });
  return (
    <>
      {routed.length > 0 && (
        <Group label={text.t('swap.tokens')}>{routed.map(token => choice(token, false))}</Group>
      )}
      {others.length > 0 && title && (
        <>
          <div className="lk-section">
            <h3 className="lk-section-title" id={id}>
              {title}
            </h3>
          </div>
          <Group label={title}>{others.map(token => choice(token, true))}</Group>
        </>
      )}
    </>
  );
}

interface TokenChoiceProps {
  token: SwapToken;
  network: string;
  current: boolean;
  /** The id of the sentence that says why it can't be chosen. */
  describedBy: string | undefined;
  /** Absent: it can't be chosen. */
  onPick: (() => void) | undefined;
}

/** A token to choose, with its balance. */
function TokenChoice({ token, network, current, describedBy, onPick }: TokenChoiceProps) {
  const { kit, text } = useModal();
  const { name, quantity, unlisted } = token;
  const symbol = symbolText(token.symbol);
  return (
    <ListItem
      leading={<Coin id={swapAsset(token)} name={symbol} url={tokenImageUrl(kit, token)} />}
      title={unlisted ? text.t('swap.unknown') : name}
      sub={text.t('send.tokenOn', { token: unlisted && name ? `${name} (${symbol})` : symbol, network })}
      trailing={Number(quantity.numeric) > 0 && <TokenAmount token={token} symbol={symbol} />}
      current={current}
      currentLabel={text.t('send.tokenCurrent')}
      disabled={!onPick}
      {...(describedBy && { describedBy })}
      {...(onPick && { onClick: onPick })}
    />
  );
}
