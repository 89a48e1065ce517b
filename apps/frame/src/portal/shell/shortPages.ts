// The short pages are one file, which is smaller than theirs would be together.
export { ActivityPage } from '../activity/ActivityPage.js';
export { DeletionPage } from '../deletion/DeletionPage.js';
export { DevicesPage } from '../devices/DevicesPage.js';
export { FreezePage } from '../freeze/FreezePage.js';
export { LoginsPage } from '../logins/LoginsPage.js';
export { PermissionsPage } from '../permissions/PermissionsPage.js';
export { ProtectionPage } from '../protection/ProtectionPage.js';
export { SitesPage } from '../sites/SitesPage.js';
