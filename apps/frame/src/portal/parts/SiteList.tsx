import { endSiteCall, type endSiteRequest, listSitesCall, type listSitesRequest } from 'latchkit/protocol';
import { usePortal } from '../runtime/PortalContext.js';
import { siteOf } from '../runtime/siteOf.js';
import { useAction } from '../runtime/useAction.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { Glyph } from './Glyph.js';
import { Problem } from './Problem.js';
import { Skeleton } from './Skeleton.js';
import { Unreachable } from './Unreachable.js';

/** The sites where the user is logged in, each with a button that ends its sessions. */
export function SiteList() {
  const { portal, text, ago } = usePortal();
  const { value, problem, reload } = useLoaded(() => portal.call<typeof listSitesRequest>(listSitesCall, {}));
  const end = useAction(async (_, hostOrigin: string) => {
    await portal.call<typeof endSiteRequest>(endSiteCall, { body: { hostOrigin } });
    await reload();
  });
  const sites = value?.sites.filter(({ isPortal }) => !isPortal);
  if (problem !== undefined) return <Unreachable onRetry={() => void reload()} />;
  if (sites === undefined) return <Skeleton />;
  return (
    <>
      <Problem error={end.problem} />
      {sites.length === 0 && (
        <div className="pt-card pt-empty">
          <Glyph name="globe" />
          <h3>{text('sites.noneTitle')}</h3>
          <p>{text('sites.noneText')}</p>
        </div>
      )}
      {sites.length > 0 && (
        <ul className="pt-rows">
          {sites.map(({ hostOrigin, sessions }) => {
            const site = siteOf(hostOrigin);
            const used = sessions.map(({ lastUsedAt }) => lastUsedAt).sort();
            const devices = sessions.length;
            return (
              <li key={hostOrigin} className="pt-row">
                <Glyph name="globe" />
                <div>
                  <b>
                    <bdi>{site}</bdi>
                  </b>
                  <small>
                    {text(devices === 1 ? 'sites.devicesOne' : 'sites.devicesMany', {
                      count: String(devices),
                      time: ago(used.at(-1) ?? ''),
                    })}
                  </small>
                </div>
                <button
                  type="button"
                  className="pt-btn"
                  data-variant="secondary"
                  data-size="sm"
                  aria-label={text('sites.logOut', { site })}
                  disabled={end.isBusy}
                  onClick={() => void end.run(hostOrigin)}
                >
                  {text('logOut')}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
