import { it } from './world.ts';
it('leaves one', async ({ ownShop }) => { ownShop.db.transaction(() => new Promise(() => {})); await new Promise(r=>setTimeout(r,200)); });
it('goes on', async ({ shop }) => { shop.clock.now(); });
