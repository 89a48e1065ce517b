import { budgetedReader, PUBLIC_READER } from '../platform/http/AnswerReader.js';
import type { Traffic } from '../platform/http/traffic.js';
import { networkAssets } from '../project/assets/networkAssets.js';
import { DEVELOPMENT_NETWORKS } from '../project/chains/developmentNetworks.js';
import type { Gateway } from '../project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { allowsPage } from '../project/projects/service.js';
import { currencyOf } from '../project/tokens/currencies.js';
import type { ProjectAccess } from '../wallet/shared/ProjectAccess.js';

/** Names of networks. Those of the development chains say that they are local. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...networkAssets.map(({ chainId, name }) => [chainId, name] as const),
  ...Object.entries(DEVELOPMENT_NETWORKS).map(([chainId, { name }]) => [chainId, name] as const),
]);

export interface ProjectAccessOptions {
  readonly developmentMode: boolean;
  /** In development, an origin that the development project trusts too. Default: none. */
  readonly demoOrigin?: string | undefined;
  /** Counts the bytes that nodes send. Default: they are not counted. */
  readonly traffic?: Pick<Traffic, 'bytes' | 'nodeBytes'>;
}

/** Gives the wallet service access to the services for projects. */
export function projectAccess(
  {
    projectService,
    rpc,
    tokens,
    aa,
    balances,
    names,
    permissions,
  }: Pick<Gateway, 'projectService' | 'rpc' | 'tokens' | 'aa' | 'balances' | 'names' | 'permissions'>,
  { developmentMode, demoOrigin, traffic }: ProjectAccessOptions,
): ProjectAccess {
  return {
    async findProject(id) {
      const project = await projectService.get(id);
      const isDemo = developmentMode && id === DEVELOPMENT_PROJECT_ID && demoOrigin !== undefined;
      return {
        name: project.name,
        allowedOrigins: project.allowedOrigins,
        trustedOrigins: [...project.trustedOrigins, ...(isDemo ? [demoOrigin] : [])],
        allowsPage: origin => allowsPage(project, origin),
      };
    },
    callChain: (chainId, body, gone, charge, payer) =>
      rpc.forward(
        chainId,
        body,
        gone,
        charge,
        payer && traffic ? budgetedReader(traffic, payer) : PUBLIC_READER,
      ),
    chainIds: rpc.chainIds,
    coinOf: chainId => currencyOf(chainId).symbol,
    networkName: chainId => NAMES.get(chainId) ?? chainId,
    holdingsOf: (chainId, address, gone) =>
      balances.of({ chainId, address, currency: 'usd', force: true }, gone),
    nameOf: async address => (await names.ofAddress(address))?.name,
    smartAccountChains: aa.chains,
    permissionChains: aa.permissionChains,
    registeredFunctions: aa.registered,
    permissions,
    callBundler: aa.call,
    callHostPaymaster: aa.callHostPaymaster,
    tokensOf: tokens.of,
    tokenImage: tokens.image,
    networks: developmentMode ? DEVELOPMENT_NETWORKS : {},
  };
}
