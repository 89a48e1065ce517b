import type { BaseError } from '../../../core/index.js';
import { Notice } from '../../primitives/Notice.js';
import { useSendProblem } from './useSendProblem.js';

/** Why no email was sent, next to the button that sends another one. */
export function SendNotice({ error }: { error: BaseError | undefined }) {
  const problem = useSendProblem(error);
  return (
    problem && (
      <Notice tone="danger" quiet={problem.isSaid}>
        {problem.text}
      </Notice>
    )
  );
}
