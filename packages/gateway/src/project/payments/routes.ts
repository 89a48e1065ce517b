import { createPaymentRequest, readPaymentRequest } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { PaymentProjects } from './paymentProjects.js';
import type { Payments } from './service.js';

/** Payments that the gateway watches. */
export function paymentCalls(
  payments: Payments,
  projects: Pick<PaymentProjects, 'withSecret'>,
): readonly CallHandler[] {
  return [
    handle(createPaymentRequest, async ({ token, body, context }) => {
      const project = await projects.withSecret(token);
      if (!project) throw new HttpError(401, 'INVALID_TOKEN', 'This is not the secret of a project');
      return payments.create(project.projectId, { body }, context.req.raw.signal);
    }),
    handle(readPaymentRequest, ({ project, params, context }) => {
      context.header('Cache-Control', 'no-store');
      return payments.read(project.id, params.id);
    }),
  ];
}
