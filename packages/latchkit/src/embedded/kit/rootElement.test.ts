import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { placeModal } from '../../core/modal/rootElement.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { preloadEmbeddedWallet, rootElement } from '../../internal/index.js';
import { createEmbeddedWorld } from './embeddedWorld.test-support.js';

describe("the wallet page's iframe", () => {
  it("is a child of the instance's one element, unseen until a shadow root's slot shows it, and goes with the instance", async () => {
    const { page, document, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await preloadEmbeddedWallet(kit);
    const [iframe] = page.iframes();
    expect(iframe).toMatchObject({ hidden: true, slot: 'frame' });
    expect(iframe?.parentElement).toBe(rootElement(kit));
    expect(document.querySelectorAll('body > latchkit-root')).toHaveLength(1);
    expect(rootElement(kit).shadowRoot.childNodes).toHaveLength(0);
    await preloadEmbeddedWallet(kit);
    expect(page.iframes()).toEqual([iframe]);
    kit.destroy();
    expect(document.querySelectorAll('latchkit-root, iframe')).toHaveLength(0);
  });

  it('waits for the place where the host mounts the modal', async () => {
    const { page, document, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf({ modal: { append: false } });
    const loaded = awaitedLater(preloadEmbeddedWallet(kit));
    await untilState(kit, ({ embeddedWallet }) => embeddedWallet.frame === 'loading');
    expect(page.iframes()).toEqual([]);
    const place = document.createElement('div');
    document.body.append(place);
    placeModal(kit, { container: place, isMounted: true });
    await loaded;
    expect(rootElement(kit).parentElement).toBe(place);
  });

  it("goes into the element of an interface of the host's own", async () => {
    const { page, document, kit: kitOf } = createEmbeddedWorld();
    const container = document.createElement('main');
    document.body.append(container);
    await preloadEmbeddedWallet(kitOf({}, { container: () => container }));
    expect(page.iframes()[0]?.parentElement).toBe(container);
  });

  it('is created again when the host removed it from the page', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await preloadEmbeddedWallet(kit);
    const [gone] = page.iframes();
    rootElement(kit).remove();
    await preloadEmbeddedWallet(kit);
    const [iframe] = page.iframes();
    expect(iframe).toBeDefined();
    expect(iframe).not.toBe(gone);
  });
});
