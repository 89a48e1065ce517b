import type { ExportedWallet } from '@latchkit/keyring';
import type { WalletAddresses } from 'latchkit/protocol';
import { PageHead } from '../parts/PageHead.js';
import { Rich } from '../parts/Rich.js';
import { clockText } from '../runtime/clockText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useNow } from '../runtime/useNow.js';
import { Keys } from './Keys.js';
import { Words } from './Words.js';

export interface WordsStepProps {
  readonly secrets: ExportedWallet;
  readonly addresses: WalletAddresses;
  /** When the step ends, in milliseconds since 1970. */
  readonly until: number;
  readonly onWritten: () => void;
}

/** The words and the keys, covered until the user holds a button. */
export function WordsStep({ secrets, addresses, until, onWritten }: WordsStepProps) {
  const { text } = usePortal();
  const left = until - useNow(until);
  return (
    <>
      <PageHead title={text('export.wordsTitle')}>
        <p className="pt-num">
          <Rich text="export.wordsText" slots={{ time: clockText(left) }} />
        </p>
      </PageHead>
      <Words phrase={secrets.phrase} />
      <Keys {...secrets} addresses={addresses} />
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" onClick={onWritten}>
          {text('export.written')}
        </button>
      </div>
    </>
  );
}
