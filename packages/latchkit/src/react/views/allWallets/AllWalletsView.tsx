import { useEffect } from 'react';
import {
  directoryWallets,
  filterWallets,
  loadMoreWallets,
  loadWallets,
  searchWallets,
} from '../../../core/index.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { useRemembered } from '../../modal/useRemembered.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Search } from '../../primitives/Search.js';
import { SwitchRow } from '../../primitives/SwitchRow.js';
import { walletsCss } from '../../theme/wallets.css.gen.js';
import { useLeaveOnConnection } from '../useLeaveOnConnection.js';
import { DirectoryEmpty } from './DirectoryEmpty.js';
import { DirectoryError, MoreError } from './DirectoryError.js';
import { SkeletonGrid } from './SkeletonGrid.js';
import { WalletGrid } from './WalletGrid.js';

/** The wallet directory, searchable [VIEW-08]. */
export function AllWalletsView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const directory = useKitState(state => state.directory);
  const [typed, setTyped] = useRemembered(depth, 'directory');
  useStyles(walletsCss);
  useLeaveOnConnection('AllWallets');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the view begins with
  useEffect(() => {
    // A search of an earlier visit is not what this field shows.
    if (typed.trim() === directory.search) void loadWallets(kit);
    else searchWallets(kit, typed, { immediate: true });
  }, [kit]);

  const search = (value: string) => {
    setTyped(value);
    searchWallets(kit, value, { immediate: value === '' });
  };
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
          status={directory.status === 'loading' && !settled ? text.t('directory.loading') : status}
        />
        <SwitchRow
          icon="certified"
          label={text.t('directory.certifiedOnly')}
          on={directory.certified}
          onChange={certified => filterWallets(kit, { certified })}
        />
      </div>
      <DirectoryResults depth={depth} onClear={() => search('')} />
    </ViewFrame>
  );
}

function DirectoryResults({ depth, onClear }: { depth: number; onClear: () => void }) {
  const { kit } = useModal();
  const directory = useKitState(state => state.directory);
  const wallets = useKitState(state => directoryWallets(kit, state));
  const { page, status, search, certified, count } = directory;
  const retry = () => void loadWallets(kit);
  if (page === 0) {
    if (status === 'error') return <DirectoryError onRetry={retry} />;
    return <SkeletonGrid rows={5} late={search === ''} />;
  }
  if (wallets.length === 0) return <DirectoryEmpty onClear={onClear} />;
  return (
    <>
      {/* The list of another question begins at its own top. */}
      <WalletGrid
        key={`${search}:${certified}`}
        wallets={wallets}
        count={count}
        depth={depth}
        onNearEnd={() => void loadMoreWallets(kit)}
      />
      {status === 'loading' && <SkeletonGrid rows={1} />}
      {status === 'error' && <MoreError onRetry={retry} />}
    </>
  );
}
