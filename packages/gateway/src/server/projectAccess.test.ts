import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { createGateway, type Gateway } from '../project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { projectAccess } from './projectAccess.js';

const DEMO = 'http://localhost:5173';
const SHOP = 'https://shop.example';

let database: Database;
let gateway: Gateway;
beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, developmentMode: true });
  await gateway.projects.save({
    ...{ id: 'shop', name: 'Shop', features: {} },
    ...{ allowedOrigins: [SHOP], trustedOrigins: [SHOP] },
  });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
});

describe('projectAccess', () => {
  it("finds a project, and trusts the demo's page in the development project only", async () => {
    const trusted = async (id: string, developmentMode: boolean) =>
      (await projectAccess(gateway, { developmentMode, demoOrigin: DEMO }).findProject(id)).trustedOrigins;
    expect(await trusted(DEVELOPMENT_PROJECT_ID, true)).toEqual([DEMO]);
    expect(await trusted(DEVELOPMENT_PROJECT_ID, false)).toEqual([]);
    expect(await trusted('shop', true)).toEqual([SHOP]);
    const shop = await projectAccess(gateway, { developmentMode: false }).findProject('shop');
    expect([shop.name, shop.allowsPage(SHOP), shop.allowsPage(DEMO)]).toEqual(['Shop', true, false]);
  });

  it('names the development chains in development only', () => {
    const networks = (developmentMode: boolean) => projectAccess(gateway, { developmentMode }).networks;
    expect(networks(true)).toMatchObject({ 'eip155:31337': { name: 'Local chain A', coin: 'ETH' } });
    expect(networks(false)).toEqual({});
  });
});
