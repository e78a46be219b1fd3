import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { scratchFolder, sweepScratch } from '../../engine/temp-folder.ts';
import { openAnotherShop } from '../support/shop-process.ts';
import { shopApi } from './shop-api.ts';
import { firstOwner, type StaffMember, setUpStaff } from './staff.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shop of this run is. */
    shopUrl: string;
    /** Its first owner, who prepares what stories need. */
    owner: StaffMember;
  }
}

/** Opens the built shop on a free port with a seeded world of its own, once for the stories of all engines. */
export default async function openShop(project: TestProject) {
  sweepScratch();
  const dataDir = scratchFolder('engines');
  const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1' });
  const owner = await setUpStaff(shopApi(shop.url), firstOwner);
  project.provide('shopUrl', shop.url);
  project.provide('owner', owner);
  return async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true });
  };
}
