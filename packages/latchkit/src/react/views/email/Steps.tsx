import { useModal } from '../../runtime/ModalContext.js';

/** The progress of a task with two steps, below the title. */
export function Steps({ at }: { at: 1 | 2 }) {
  const { text } = useModal();
  return (
    <div className="lk-steps">
      <span data-on="" />
      <span data-on={at === 2 ? '' : undefined} />
      <p>
        {text.t('email.step', {
          step: at.toLocaleString(text.locale),
          steps: (2).toLocaleString(text.locale),
        })}
      </p>
    </div>
  );
}
