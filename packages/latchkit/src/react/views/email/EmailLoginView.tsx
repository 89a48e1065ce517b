import { ViewFrame } from '../../modal/ViewFrame.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useLazy } from '../../runtime/useLazy.js';
import { EmailEntry } from './EmailEntry.js';

/** If the introduction doesn't load, the field works without it. */
const loadIntro = () =>
  import('./EmailIntro.js').then(
    ({ EmailIntro }) => EmailIntro,
    () => () => null,
  );

/** The email field: as a view that the host opened, or as a part of Connect, which loads no introduction. */
export function EmailLoginView({ depth, inConnect }: ViewProps) {
  const { text } = useModal();
  const Intro = useLazy(!inConnect, loadIntro);
  if (inConnect) return <EmailEntry depth={depth} {...inConnect} />;
  return (
    <ViewFrame title={text.t('email.title')} kind="child" depth={depth}>
      {Intro && <Intro />}
      <EmailEntry depth={depth} />
    </ViewFrame>
  );
}
