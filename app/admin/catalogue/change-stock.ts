import { readResponse } from '../../foundation/http/api-client.ts';
import { adminApi, productQuery } from '../admin-api.ts';
import { refreshAdmin, setAdminData } from '../layout/use-admin.ts';
import type { AdminProduct, StockReason } from './contract.ts';

type Change = { size: string; change: number; reason: StockReason };

/** Changes a count and shows the piece as it then is, wherever it is shown. */
export async function changeStock(id: string, change: Change): Promise<AdminProduct> {
  const product = await readResponse(adminApi.products[':id'].stock.$post({ param: { id }, json: change }));
  await setAdminData(productQuery(id), () => product);
  await refreshAdmin('products', 'product-history', 'dashboard');
  return product;
}
