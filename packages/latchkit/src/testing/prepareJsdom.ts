/**
 * Gives a page of jsdom what the modal uses and jsdom lacks, so that a unit test with Vitest or Jest can open it: media queries (the
 * visitor prefers reduced motion, nothing else matches), `CSS.supports`, adopted style sheets, modal dialogs, animations that have ended,
 * and observers that observe nothing. What the page has stays. Call it before the first render, for example in a set-up file.
 *
 * @returns a function that removes what was added.
 *
 * @example
 * import { prepareJsdom } from 'latchkit/testing';
 *
 * prepareJsdom();
 */
export function prepareJsdom(): () => void {
  const undo: (() => void)[] = [];
  const add = (target: object, name: string, descriptor: PropertyDescriptor) => {
    if (name in target && !isUndefined(target, name)) return;
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, ...descriptor });
    undo.push(() => {
      Reflect.deleteProperty(target, name);
      if (before) Object.defineProperty(target, name, before);
    });
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
  method(HTMLDialogElement.prototype, 'show', open);
  method(HTMLDialogElement.prototype, 'showModal', open);
  method(HTMLDialogElement.prototype, 'close', function close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  });
  return () => {
    for (const one of undo.reverse()) one();
  };
}

/** A name can be there without a value: Vitest copies the names of a page that it knows, `CSS` among them. */
function isUndefined(target: object, name: string): boolean {
  const own = Object.getOwnPropertyDescriptor(target, name);
  return (
    own !== undefined &&
    (target === globalThis
      ? Reflect.get(target, name) === undefined
      : 'value' in own && own.value === undefined)
  );
}

function matchMedia(media: string): EventTarget {
  const matches = media.includes('prefers-reduced-motion');
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function open(this: HTMLDialogElement): void {
  this.open = true;
}

/** An animation that has ended. */
function createAnimation(): EventTarget {
  const animation = new EventTarget();
  const nothing = () => {};
  const steps = { cancel: nothing, finish: nothing, play: nothing, pause: nothing, commitStyles: nothing };
  return Object.assign(animation, steps, { finished: Promise.resolve(animation), playState: 'finished' });
}
