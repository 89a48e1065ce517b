import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { useHome } from '../runtime/useHome.js';
import { Frozen } from './Frozen.js';
import { NotFrozen } from './NotFrozen.js';

/** Freezes the wallet with one press, and lifts the freeze with a code. */
export function FreezePage() {
  const { value, problem, reload } = useHome();
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  return value.frozenUntil === null ? <NotFrozen /> : <Frozen until={value.frozenUntil} />;
}
