import { lazy } from 'react';
import type { PortalPage } from '../parts/PagesContext.js';

/** The first is shown for an unknown fragment. */
export const PAGES: readonly [PortalPage, ...PortalPage[]] = [
  {
    id: 'home',
    icon: 'house',
    title: 'page.home',
    Page: lazy(async () => ({ default: (await import('../home/HomePage.js')).HomePage })),
  },
  {
    id: 'devices',
    icon: 'monitor',
    title: 'page.devices',
    note: 'home.hub.devices',
    Page: lazy(async () => ({ default: (await import('../devices/DevicesPage.js')).DevicesPage })),
  },
  {
    id: 'protection',
    icon: 'shield',
    title: 'page.protection',
    note: 'home.hub.protection',
    Page: lazy(async () => ({ default: (await import('../protection/ProtectionPage.js')).ProtectionPage })),
  },
  {
    id: 'logins',
    icon: 'logIn',
    title: 'page.logins',
    note: 'home.hub.logins',
    Page: lazy(async () => ({ default: (await import('../logins/LoginsPage.js')).LoginsPage })),
  },
  {
    id: 'sites',
    icon: 'globe',
    title: 'page.sites',
    note: 'home.hub.sites',
    Page: lazy(async () => ({ default: (await import('../sites/SitesPage.js')).SitesPage })),
  },
  {
    id: 'activity',
    icon: 'history',
    title: 'page.activity',
    note: 'home.hub.activity',
    Page: lazy(async () => ({ default: (await import('../activity/ActivityPage.js')).ActivityPage })),
  },
  {
    id: 'export',
    icon: 'download',
    title: 'page.export',
    note: 'home.hub.export',
    isApart: true,
    Page: lazy(async () => ({ default: (await import('../export/ExportPage.js')).ExportPage })),
  },
  {
    id: 'move',
    icon: 'wallet',
    title: 'page.move',
    note: 'home.hub.move',
    Page: lazy(async () => ({ default: (await import('../move/MovePage.js')).MovePage })),
  },
  {
    id: 'deletion',
    icon: 'trash',
    title: 'page.deletion',
    note: 'home.hub.deletion',
    Page: lazy(async () => ({ default: (await import('../deletion/DeletionPage.js')).DeletionPage })),
  },
  {
    id: 'freeze',
    icon: 'snowflake',
    title: 'page.freeze',
    Page: lazy(async () => ({ default: (await import('../freeze/FreezePage.js')).FreezePage })),
  },
];
