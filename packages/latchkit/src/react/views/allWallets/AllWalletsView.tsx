import { type CSSProperties, useEffect, useRef, useState } from 'react';
import {
  directoryWallets,
  filterWallets,
  linkEnvironment,
  loadMoreWallets,
  loadWallets,
  searchWallets,
  walletList,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Search } from '../../primitives/Search.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import { SwitchRow } from '../../primitives/SwitchRow.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useOffline } from '../../runtime/useOffline.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { walletsCss } from '../../theme/wallets.css.gen.js';
import { TermsCheckbox } from '../connect/TermsCheckbox.js';
import { useTerms } from '../connect/TermsSentence.js';
import { useChooseWallet } from '../connect/useChooseWallet.js';
import { useLeaveOnConnection } from '../connect/useLeaveOnConnection.js';
import { AGREE_FIRST_ID } from '../connect/WalletRow.js';
import { COLUMNS } from './gridMove.js';
import { WalletGrid } from './WalletGrid.js';

/** The wallet directory, searchable. */
export function AllWalletsView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const directory = useKitState(state => state.directory);
  const [typed, setTyped] = useRemembered(depth, 'directory');
  const terms = useTerms();
  const { agreed } = terms;
  const [wasAgreed] = useState(agreed);
  const tick = useRef<HTMLInputElement>(null);
  useStyles(walletsCss);
  useLeaveOnConnection('AllWallets');
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies only to the view's initial state
  useEffect(() => {
    // Discard the results of a previous search that this field no longer shows.
    if (typed.trim() === directory.search) void loadWallets(kit);
    else searchWallets(kit, typed, { immediate: true });
  }, [kit]);

  const search = (value: string) => {
    setTyped(value);
    searchWallets(kit, value, { immediate: value === '' });
  };
  // If the host opened this view, the visitor has not passed the checkbox in Connect.
  const asks = terms.checkbox && !wasAgreed;
  const settled = directory.page > 0 && directory.status !== 'idle';
  const status = settled ? text.plural('directory.results', directory.count, {}) : '';
  return (
    <ViewFrame title={text.t('connect.allWallets')} kind="child" depth={depth}>
      <div className="lk-sticky" data-wallets="">
        <Search
          label={text.t('directory.search')}
          clearLabel={text.t('action.clearSearch')}
          value={typed}
          onChange={search}
          onEnter={() => searchWallets(kit, typed, { immediate: true })}
          first
          status={directory.status === 'loading' && !settled ? text.t('directory.loading') : status}
        />
        <SwitchRow
          icon="certified"
          label={text.t('directory.certifiedOnly')}
          on={directory.certified}
          onChange={certified => filterWallets(kit, { certified })}
        />
      </div>
      {asks && <TermsCheckbox checked={agreed} onChange={terms.agree} inputRef={tick} />}
      {asks && !agreed && (
        <span className="lk-sr" id={AGREE_FIRST_ID}>
          {text.t('connect.agreeFirst')}
        </span>
      )}
      <DirectoryResults
        depth={depth}
        onClear={() => search('')}
        {...(asks && !agreed ? { onBlocked: () => tick.current?.focus() } : {})}
      />
    </ViewFrame>
  );
}

interface DirectoryResultsProps {
  depth: number;
  onClear: () => void;
  /** Set if choosing a wallet requires agreement to the terms first; it leads there. */
  onBlocked?: (() => void) | undefined;
}

function DirectoryResults({ depth, onClear, onBlocked }: DirectoryResultsProps) {
  const { kit } = useModal();
  const directory = useKitState(state => state.directory);
  const wallets = useKitState(state => directoryWallets(kit, state));
  const { page, status, search, certified, count } = directory;
  const retry = () => void loadWallets(kit);
  if (page === 0) {
    if (status === 'error') return <DirectoryError onRetry={retry} />;
    return <SkeletonGrid rows={5} late={search === ''} />;
  }
  if (wallets.length === 0) return <DirectoryEmpty onClear={onClear} onBlocked={onBlocked} />;
  return (
    <>
      {/* A new key, so that the list of another query starts at its top. */}
      <WalletGrid
        key={`${search}:${certified}`}
        wallets={wallets}
        count={Math.max(count, wallets.length)}
        depth={depth}
        onBlocked={onBlocked}
        onNearEnd={() => void loadMoreWallets(kit)}
      />
      {status === 'loading' && <SkeletonGrid rows={1} />}
      {status === 'error' && <MoreError onRetry={retry} />}
    </>
  );
}

/** Placeholders in the size of the wallet grid. `late`: hidden for the first 150 ms. */
function SkeletonGrid({ rows, late }: { rows: number; late?: boolean }) {
  const style: CSSProperties = { blockSize: `calc(${rows} * var(--_pitch))` };
  const places = Array.from({ length: rows * COLUMNS }, (_, place) => place);
  return (
    <div className="lk-grid" style={style} aria-hidden="true" data-late={late ? '' : undefined}>
      {places.map(place => (
        <div key={place} className="lk-grid-item" data-static="">
          <Skeleton shape="image" />
          <Skeleton shape="name" />
        </div>
      ))}
    </div>
  );
}

/** Shown when no wallet matches: repeats the query, and offers how to continue. */
function DirectoryEmpty({ onClear, onBlocked }: Pick<DirectoryResultsProps, 'onClear' | 'onBlocked'>) {
  const { kit, text } = useModal();
  const choose = useChooseWallet('AllWallets');
  const found = useKitState(state => walletList(kit, state).find(({ group }) => group === 'walletConnect'));
  // A phone can't scan its own screen.
  const any = linkEnvironment().platform === 'desktop' ? found : undefined;
  const { search: query, certified } = useKitState(state => state.directory);
  if (certified && query) {
    return (
      <EmptyState
        icon="search"
        title={text.t('directory.noneCertified', { query })}
        text={text.t('directory.noneCertifiedText')}
      >
        <Button variant="secondary" size="md" onClick={() => filterWallets(kit, { certified: false })}>
          {text.t('directory.showAll')}
        </Button>
      </EmptyState>
    );
  }
  if (!query)
    return (
      <EmptyState icon="search" title={text.t('directory.empty')} text={text.t('directory.emptyText')} />
    );
  return (
    <EmptyState icon="search" title={text.t('directory.none', { query })} text={text.t('directory.noneText')}>
      <Button variant="secondary" size="md" onClick={onClear}>
        {text.t('action.clearSearch')}
      </Button>
      {any && (
        <Button variant="quiet" size="md" onClick={onBlocked ?? (() => choose(any))}>
          {text.t('directory.anyByQr')}
        </Button>
      )}
    </EmptyState>
  );
}

/** The directory could not be loaded, and there is nothing to show. */
function DirectoryError({ onRetry }: { onRetry: () => void }) {
  const { text } = useModal();
  const offline = useOffline(onRetry);
  return (
    <div role="alert">
      <EmptyState
        icon="offline"
        title={text.t('directory.errorTitle')}
        text={text.t(offline ? 'error.offline' : 'directory.errorText')}
      >
        <Button variant="primary" size="md" onClick={onRetry}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}

/** The next page could not be loaded; the previous pages stay. */
function MoreError({ onRetry }: { onRetry: () => void }) {
  const { text } = useModal();
  const offline = useOffline(onRetry);
  return (
    <div className="lk-more-error" role="alert">
      <span>{text.t(offline ? 'error.offline' : 'directory.moreError')}</span>
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}
