/**
 * Gives a jsdom page what the modal uses and jsdom lacks, so that a unit test can open it: media queries (reduced motion matches, no
 * other), `CSS.supports`, adopted style sheets, modal dialogs, animations that end at once, and observers that observe nothing. What the
 * page has already stays. Call it before the first render, for example in a set-up file.
 *
 * @returns a function that removes what was added.
 *
 * @example
 * const restore = fillJsdom();
 * afterAll(restore);
 */
export function fillJsdom(): () => void {
  const undo: (() => void)[] = [];
  const add = (target: object, name: string, descriptor: PropertyDescriptor) => {
    if (name in target) return;
    Object.defineProperty(target, name, { configurable: true, ...descriptor });
    undo.push(() => void Reflect.deleteProperty(target, name));
  };
  const method = (target: object, name: string, value: unknown) =>
    add(target, name, { writable: true, value });

  method(globalThis, 'matchMedia', matchMedia);
  method(globalThis, 'CSS', {});
  method(globalThis.CSS, 'supports', () => true);
  method(globalThis, 'ResizeObserver', Observer);
  method(globalThis, 'IntersectionObserver', Observer);
  method(CSSStyleSheet.prototype, 'replaceSync', () => {});
  for (const root of [Document.prototype, ShadowRoot.prototype]) {
    const sheets = new WeakMap<object, readonly unknown[]>();
    add(root, 'adoptedStyleSheets', {
      get(this: object) {
        return sheets.get(this) ?? [];
      },
      set(this: object, value: readonly unknown[]) {
        sheets.set(this, value);
      },
    });
  }
  method(Element.prototype, 'animate', createAnimation);
  method(Element.prototype, 'getAnimations', () => []);
  method(Element.prototype, 'scrollIntoView', () => {});
  method(HTMLDialogElement.prototype, 'showModal', function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  });
  method(HTMLDialogElement.prototype, 'close', function (this: HTMLDialogElement) {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  });
  return () => {
    for (const one of undo.reverse()) one();
  };
}

function matchMedia(media: string): EventTarget {
  const matches = media.includes('prefers-reduced-motion');
  return Object.assign(new EventTarget(), { media, matches, addListener() {}, removeListener() {} });
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** An animation that has ended. */
function createAnimation(): EventTarget {
  const animation = new EventTarget();
  const finished = Promise.resolve(animation);
  return Object.assign(animation, { finished, playState: 'finished', cancel() {}, finish() {}, play() {} });
}
