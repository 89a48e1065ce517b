import type { Context, MiddlewareHandler } from 'hono';
import {
  changeNameRequest,
  readNameResolverRequest,
  readNamesRequest,
  registerNameRequest,
  resolveNameCall,
  resolveNameRequest,
  suggestNamesRequest,
} from 'latchkit/protocol';
import { getAddress, type Hex, isAddress } from 'viem';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import { handle } from '../projects/projectCalls.js';
import { NameError } from './NameError.js';
import type { NameAnswers } from './nameAnswers.js';
import { type NameRegistry, profileOf } from './nameRegistry.js';

/** Bytes that a name takes, with its indexes and attributes. */
const NAME_ROW = 1_000;

export interface ProfileRoutesOptions {
  readonly registry: NameRegistry;
  /** Origin for which accounts sign orders. */
  readonly origin: string | undefined;
  /** Undefined: no names are registered. */
  readonly answers: NameAnswers | undefined;
  /** Limits calls that may read a contract. */
  readonly limit: MiddlewareHandler;
  readonly address: ClientAddress;
  readonly quotas: StorageQuotas;
  /** Public URL of the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
}

/** Registers names, suggests them, and answers for their resolver contract. */
export function profileCalls({
  registry,
  origin,
  answers,
  limit,
  address,
  quotas,
  publicUrl,
}: ProfileRoutesOptions): readonly CallHandler[] {
  const requireAnswers = () => {
    if (answers === undefined) throw new NameError(403, 'NAMES_OFF', 'No names are registered here');
    return answers;
  };
  return [
    handle(readNamesRequest, async ({ params: { address } }) => {
      const found = isAddress(address, { strict: false })
        ? await registry.ofAddress(getAddress(address))
        : undefined;
      return {
        names: found ? [profileOf(found)] : [],
        suffix: registry.suffix ?? null,
        gateway: origin ?? null,
      };
    }),
    handle(suggestNamesRequest, ({ params }) => registry.suggest(params.name)),
    handle(
      registerNameRequest,
      async ({ project, body, context }) => {
        const charge = () =>
          quotas.take({ kind: 'name', projectId: project.id, network: address(context), bytes: NAME_ROW });
        const name = await registry.register({ ...body, project: project.id }, goneOf(context), charge);
        return { name };
      },
      limit,
    ),
    handle(
      changeNameRequest,
      async ({ params, body, project, context }) => ({
        name: await registry.change(params.name, { ...body, project: project.id }, goneOf(context)),
      }),
      limit,
    ),
    handle(readNameResolverRequest, async ({ context }) => ({
      suffix: registry.suffix ?? '',
      signer: await requireAnswers().signer(),
      url: `${publicUrl ?? new URL(context.req.url).origin}${resolveNameCall.path}`,
    })),
    handle(resolveNameRequest, async ({ body }) => ({
      data: await requireAnswers().answer(body.data as Hex, body.sender),
    })),
  ];
}

const goneOf = (context: Context) => context.req.raw.signal;
