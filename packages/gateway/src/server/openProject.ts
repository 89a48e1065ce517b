import type { Adapters } from '../platform/adapters/openAdapters.js';
import type { Traffic } from '../platform/http/traffic.js';
import { errorFields, type Log } from '../platform/jsonLog.js';
import { pictureRequest } from '../project/assets/pictures.js';
import type { RpcService } from '../project/chains/service.js';
import type { SwapEngine } from '../project/convert/SwapEngine.js';
import { oneInchEngine } from '../project/convert/vendors/oneInchEngine.js';
import { zeroExEngine } from '../project/convert/vendors/zeroExEngine.js';
import { createGateway, type Gateway } from '../project/createGateway.js';
import type { ListedWallet } from '../project/directory/ListedWallet.js';
import { readWalletList } from '../project/directory/readWalletList.js';
import { ccipRequest } from '../project/names/ccipRequest.js';
import type { SocialsOf } from '../project/projects/routes.js';
import { openMailbox } from '../project/relay/mailbox/openMailbox.js';
import { httpPriceSource } from '../project/tokens/httpPriceSource.js';
import { readTokenList } from '../project/tokens/readTokenList.js';
import type { Closing } from './createClosing.js';
import type { DevelopmentInbox } from './developmentInbox.js';
import { gatewayOrigin } from './gatewayOrigin.js';
import type { Settings } from './readSettings.js';

export interface ProjectParts {
  readonly adapters: Adapters;
  /** Shows emails in development. */
  readonly inbox: DevelopmentInbox | undefined;
  /** Finds the login providers that a project can use. Undefined: not known here. */
  readonly socialsOf: SocialsOf;
  /** The key that signs answers about names; undefined while the wallet service is not open. */
  readonly nameKey: () => Uint8Array | undefined;
  /** The key that signs the operations of permissions; undefined while the wallet service is not open. */
  readonly cosignerKey: () => Uint8Array | undefined;
  /** Counts what callers use, over all services of the process. */
  readonly traffic: Traffic;
  readonly log: Log;
  readonly closing: Closing;
}

/**
 * Creates the services for projects.
 *
 * @throws what a list, the mailbox or the database throws.
 */
export async function openProject(
  settings: Settings,
  { adapters, inbox, socialsOf, nameKey, cosignerKey, traffic, log, closing }: ProjectParts,
): Promise<Gateway> {
  const { developmentMode, upstreams, limits, trustedProxies, ensResolvers } = settings;
  const { metricsToken, publicUrl, priceUrl, relay } = settings;
  const tokens = settings.tokenList === undefined ? undefined : await readTokenList(settings.tokenList);
  const wallets = await operatorsWallets(settings, log);
  const mailbox = await openMailbox(settings, adapters.database);
  closing.add(() => mailbox.close());
  const gateway = await createGateway({
    ...adapters,
    developmentMode,
    upstreams,
    publicNodes: settings.publicNodes,
    bundlers: settings.bundlers,
    cosignerKey,
    limits,
    storage: settings.storage,
    trustedProxies,
    ensResolvers,
    ...(settings.pictures ? { pictures: pictureRequest() } : {}),
    ...(settings.ccipRead ? { ccipRead: ccipRequest() } : {}),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    farcaster: settings.farcaster,
    onramp: settings.onramp,
    ...(priceUrl === undefined ? {} : { priceSource: httpPriceSource(priceUrl) }),
    swapEngines: rpc => swapEngines(settings, rpc),
    ...(tokens === undefined ? {} : { tokens }),
    wallets,
    names:
      settings.nameSuffix === undefined
        ? undefined
        : { suffix: settings.nameSuffix, origin: gatewayOrigin(settings) ?? '', key: nameKey },
    history: { index: settings.index, blockscout: settings.blockscout },
    relay: {
      mailbox,
      addresses: relay.addresses,
      limits: relay.limits,
      network: relay.network,
      hasReplicas: settings.redisUrl !== undefined,
    },
    socialsOf,
    metricsOfProcess: true,
    traffic,
    log,
    onError: error => log('error', 'unforeseen', errorFields(error)),
    ...(inbox === undefined ? {} : { inbox: inbox.routes }),
  });
  closing.add(() => gateway.close());
  return gateway;
}

/** Reads the operator's wallet list. An image that cannot be fetched must not stop the gateway from starting. */
async function operatorsWallets({ walletList }: Settings, log: Log): Promise<readonly ListedWallet[]> {
  if (walletList === undefined) return [];
  return readWalletList(walletList, (walletId, error) =>
    log('warn', 'wallet_image_away', { walletId, ...errorFields(error) }),
  );
}

/** The services for swaps of which the operator has a key, in the order in which they are asked. */
function swapEngines(
  { swapKeys: { oneInch, zeroEx } }: Settings,
  rpc: Pick<RpcService, 'call'>,
): readonly SwapEngine[] {
  return [
    ...(oneInch === undefined ? [] : [oneInchEngine({ key: oneInch })]),
    ...(zeroEx === undefined ? [] : [zeroExEngine({ key: zeroEx }, rpc)]),
  ];
}
