import { Alert } from '../parts/Alert.js';
import { usePortal } from '../runtime/PortalContext.js';
import { type Home, useHome } from '../runtime/useHome.js';
import type { PortalLocale } from '../texts/createPortalTexts.js';

/** An alert, and the page that settles it. */
interface PageAlert {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

function worstOf(
  { newDevices, frozenUntil, deletesAt, protection }: NonNullable<Home['value']>,
  { text, moment }: Pick<PortalLocale, 'text' | 'moment'>,
): PageAlert | undefined {
  const [recovery] = protection?.recoveries ?? [];
  if (recovery !== undefined) {
    const title = text('alert.recovery', { time: moment(recovery.opensAt) });
    return { id: 'protection', title, note: text('alert.recoveryText', { host: recovery.host }) };
  }
  if (newDevices > 0)
    return { id: 'devices', title: text('alert.newDevices'), note: text('alert.newDevicesText') };
  if (frozenUntil !== null) {
    const title = text('alert.frozen', { time: moment(frozenUntil) });
    return { id: 'freeze', title, note: text('alert.frozenText') };
  }
  if (deletesAt === null) return undefined;
  const title = text('alert.deletion', { time: moment(deletesAt) });
  return { id: 'deletion', title, note: text('alert.deletionText') };
}

/** What can't wait, above the title of every page until it is settled. One at a time, the worst first. */
export function ShellAlert({ pageId }: { readonly pageId: string }) {
  const { text, moment } = usePortal();
  const { value } = useHome();
  if (value === undefined) return null;
  const worst = worstOf(value, { text, moment });
  if (worst === undefined || worst.id === pageId) return null;
  return (
    <Alert tone="warning" title={worst.title}>
      <span>{worst.note}</span>
      <div className="pt-acts">
        <a className="pt-btn" data-variant="secondary" data-size="sm" href={`#${worst.id}`}>
          {text('alert.details')}
        </a>
      </div>
    </Alert>
  );
}
