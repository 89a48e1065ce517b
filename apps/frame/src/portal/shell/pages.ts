import { lazy } from 'react';
import { HomePage } from '../home/HomePage.js';
import type { PortalPage } from '../parts/PagesContext.js';

const shortPage = (name: keyof typeof import('./shortPages.js')) =>
  lazy(async () => ({ default: (await import('./shortPages.js'))[name] }));

/** The first is shown for an unknown fragment. */
export const PAGES: readonly [PortalPage, ...PortalPage[]] = [
  {
    id: 'home',
    icon: 'house',
    title: 'page.home',
    // The first page after most logins.
    Page: HomePage,
  },
  {
    id: 'devices',
    icon: 'monitor',
    title: 'page.devices',
    note: 'home.hub.devices',
    Page: shortPage('DevicesPage'),
  },
  {
    id: 'protection',
    icon: 'shield',
    title: 'page.protection',
    note: 'home.hub.protection',
    Page: shortPage('ProtectionPage'),
  },
  {
    id: 'logins',
    icon: 'logIn',
    title: 'page.logins',
    note: 'home.hub.logins',
    Page: shortPage('LoginsPage'),
  },
  {
    id: 'sites',
    icon: 'globe',
    title: 'page.sites',
    note: 'home.hub.sites',
    Page: shortPage('SitesPage'),
  },
  {
    id: 'permissions',
    icon: 'key',
    title: 'page.permissions',
    note: 'permissions.text',
    Page: shortPage('PermissionsPage'),
  },
  {
    id: 'activity',
    icon: 'history',
    title: 'page.activity',
    note: 'home.hub.activity',
    Page: shortPage('ActivityPage'),
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
    Page: shortPage('DeletionPage'),
  },
  {
    id: 'freeze',
    icon: 'snowflake',
    title: 'page.freeze',
    Page: shortPage('FreezePage'),
  },
];
