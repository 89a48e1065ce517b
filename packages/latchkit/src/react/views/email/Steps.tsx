import { useModal } from '../../runtime/ModalContext.js';

/** The progress of a task with two steps, below its title. */
export function Steps({ at }: { at: 1 | 2 }) {
  const { text } = useModal();
  return (
    <div
      className="lk-steps"
      role="img"
      aria-label={text.t('email.step', {
        step: at.toLocaleString(text.locale),
        steps: (2).toLocaleString(text.locale),
      })}
    >
      <span data-on="" />
      <span data-on={at === 2 ? '' : undefined} />
    </div>
  );
}
