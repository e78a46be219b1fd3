import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import type { AdminContent } from '../../../app/admin/content/contract.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../engine/temp-folder.ts';
import { openAnotherShop } from '../support/shop-process.ts';
import { type ShopApi, shopApi } from './shop-api.ts';
import { firstOwner, type StaffMember, setUpStaff } from './staff.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The shop's URL. */
    shopUrl: string;
    /** The first owner, whose account prepares the stories' data. */
    owner: StaffMember;
  }
}

/** Raises the limits per shopper, because all stories order to the same phone number and address. */
async function liftLimits({ get, put }: ShopApi, { token }: StaffMember): Promise<void> {
  const { settings } = await get<AdminContent>('/api/admin/content', token);
  const limits = { variants: 100, units: 98, heldMinutes: 1440, cashOrders: 1000 };
  const body = { rules: { ...settings.rules, limits }, seenVersion: settings.versions.rules };
  await put('/api/admin/content/settings', { token, body });
}

/**
 * Opens the built shop on a free port, once for the stories of all engines. Uses the data folder in `SEEDED_FOR_ENGINES`, or a
 * new one, whose first start takes four times the processor time. Removes the folder afterwards.
 */
export default async function openShop(project: TestProject) {
  removeStaleTempFolders();
  const dataDir = process.env.SEEDED_FOR_ENGINES ?? makeTempFolder('engines');
  const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1' });
  const api = shopApi(shop.url);
  const owner = await setUpStaff(api, firstOwner);
  await liftLimits(api, owner);
  project.provide('shopUrl', shop.url);
  project.provide('owner', owner);
  return async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true });
  };
}
