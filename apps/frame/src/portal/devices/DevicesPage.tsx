import {
  type CallResponse,
  confirmInstallationCall,
  type confirmInstallationRequest,
  listInstallationsCall,
  type listInstallationsRequest,
} from 'latchkit/protocol';
import { useState } from 'react';
import { visibleText } from '../../review/model/visibleText.js';
import { Alert } from '../parts/Alert.js';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { SameProtectionDialog } from '../parts/SameProtectionDialog.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { siteOf } from '../runtime/siteOf.js';
import { useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { ForgetDialog } from './ForgetDialog.js';
import { type Device, groupDevices } from './groupDevices.js';
import { RevokeDialog } from './RevokeDialog.js';

/** The devices that can open the wallet. For a new one, the page asks whether it is the user's. */
export function DevicesPage() {
  const { portal, text, ago } = usePortal();
  const [revoked, setRevoked] = useState<Device>();
  const [isAllRevoked, setAllRevoked] = useState(false);
  const { value, problem, reload } = useLoaded(() =>
    portal.call<typeof listInstallationsRequest>(listInstallationsCall, {}),
  );
  const { reload: reloadHome } = useHome();
  const refresh = () => Promise.all([reload(), reloadHome()]);
  const confirm = useAction(async (_, { id }: Device) => {
    await portal.call<typeof confirmInstallationRequest>(confirmInstallationCall, { params: { id } });
    await refresh();
  });
  const devices = value?.installations ?? [];
  const asked = devices.find(({ isNew }) => isNew);
  return (
    <>
      <PageHead title={text('page.devices')}>
        <p>{text('devices.text')}</p>
      </PageHead>
      {asked && (
        <Alert
          tone="warning"
          title={text('alert.newDevice', { time: ago(asked.createdAt), browser: visibleText(asked.browser) })}
        >
          <span>{text('alert.newDeviceText', { site: siteOf(asked.hostOrigin) })}</span>
          <div className="pt-acts">
            <button
              type="button"
              className="pt-btn"
              data-variant="secondary"
              data-size="sm"
              disabled={confirm.isBusy}
              onClick={() => void confirm.run(asked)}
            >
              {text('devices.yes')}
            </button>
            <button
              type="button"
              className="pt-btn"
              data-variant="danger-quiet"
              data-size="sm"
              onClick={() => setRevoked(asked)}
            >
              {text('devices.no')}
            </button>
          </div>
          <Problem error={confirm.problem} />
        </Alert>
      )}
      {problem !== undefined && <Unreachable onRetry={() => void reload()} />}
      {value === undefined && problem === undefined && <Skeleton />}
      {value && (
        <section className="pt-block" aria-label={text('devices.all')}>
          <ul className="pt-rows">
            {groupDevices(devices).flatMap(({ device, earlier }) => [
              <DeviceRow key={device.id} device={device} onRevoke={setRevoked} />,
              earlier.length > 0 && (
                <EarlierDevices key={`${device.id} earlier`} devices={earlier} onRevoke={setRevoked} />
              ),
            ])}
          </ul>
          {devices.length > 1 && (
            <div className="pt-acts">
              <button
                type="button"
                className="pt-btn"
                data-variant="danger-quiet"
                onClick={() => setAllRevoked(true)}
              >
                {text('devices.revokeAll')}
              </button>
            </div>
          )}
        </section>
      )}
      {value && value.withdrawn.length > 0 && <RemovedDevices devices={value.withdrawn} />}
      {isAllRevoked && (
        <SameProtectionDialog
          action="rekey"
          onBegin={(code, passkeyGrant) => portal.account.protection.beginRekey(code, passkeyGrant)}
          onClose={() => setAllRevoked(false)}
          onDone={async () => {
            await refresh();
            setAllRevoked(false);
          }}
        />
      )}
      {revoked?.isCurrent && <ForgetDialog device={revoked} onClose={() => setRevoked(undefined)} />}
      {revoked && !revoked.isCurrent && (
        <RevokeDialog
          device={revoked}
          onClose={() => setRevoked(undefined)}
          onDone={async () => {
            await refresh();
            setRevoked(undefined);
          }}
        />
      )}
    </>
  );
}

type RemovedDevice = CallResponse<typeof listInstallationsCall>['withdrawn'][number];

/** Devices that a repair removed, and what to do about one that the user doesn't know. */
function RemovedDevices({ devices }: { readonly devices: readonly RemovedDevice[] }) {
  const { text, ago } = usePortal();
  return (
    <section className="pt-block" aria-labelledby="removed">
      <h2 id="removed">{text('devices.removedTitle')}</h2>
      <ul className="pt-rows">
        {devices.map(({ id, browser, hostOrigin, addedAt }) => (
          <li key={id} className="pt-row">
            <Glyph name="monitor" />
            <div>
              <b>
                <bdi>{browser === null ? text('devices.removedUnknown') : visibleText(browser)}</bdi>
              </b>
              {hostOrigin !== null && (
                <small>{text('devices.removedRow', { site: siteOf(hostOrigin), time: ago(addedAt) })}</small>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="pt-note">{text('devices.removedText')}</p>
      <div className="pt-acts">
        <a className="pt-btn" data-variant="secondary" href="#move">
          {text('devices.move')}
        </a>
      </div>
    </section>
  );
}

interface RevokeProps {
  readonly onRevoke: (device: Device) => void;
}

/** Older devices of the same browser on the same site, which open on demand. */
function EarlierDevices({ devices, onRevoke }: RevokeProps & { readonly devices: readonly Device[] }) {
  const { text } = usePortal();
  return (
    <li>
      <details className="pt-more">
        <summary className="pt-row">
          <Glyph name="clock" />
          <div>
            <b>{text('devices.earlier', { count: String(devices.length) })}</b>
            <small>{text('devices.earlierText')}</small>
          </div>
          <Icon name="forward" />
        </summary>
        <ul className="pt-rows">
          {devices.map(device => (
            <DeviceRow key={device.id} device={device} onRevoke={onRevoke} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function DeviceRow({ device, onRevoke }: RevokeProps & { readonly device: Device }) {
  const { text, ago } = usePortal();
  const { hostOrigin, lastSeenAt, isCurrent } = device;
  const browser = visibleText(device.browser);
  const site = siteOf(hostOrigin);
  return (
    <li className="pt-row">
      <Glyph name="monitor" />
      <div>
        <b>
          <bdi>{browser}</bdi>
          {isCurrent && (
            <span className="pt-tag" data-tone="accent">
              {text('devices.this')}
            </span>
          )}
          {device.isNew && (
            <span className="pt-tag" data-tone="warning">
              {text('devices.new')}
            </span>
          )}
        </b>
        <small>{text('devices.seen', { site, time: ago(lastSeenAt) })}</small>
      </div>
      <button
        type="button"
        className="pt-btn"
        data-variant="secondary"
        data-size="sm"
        aria-label={isCurrent ? undefined : text('devices.revokeNamed', { browser, site })}
        onClick={() => onRevoke(device)}
      >
        {text(isCurrent ? 'devices.forget' : 'devices.revoke')}
      </button>
    </li>
  );
}
