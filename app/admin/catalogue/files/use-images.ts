import { useRef, useState } from 'react';
import { RequestFailed, readResponse, unreachableMessage } from '../../../foundation/http/api-client.ts';
import { serialQueue } from '../../../foundation/jobs/serial-queue.ts';
import { adminApi, productQuery } from '../../admin-api.ts';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';
import type { AdminProduct } from '../contract.ts';

type Images = AdminProduct['images'];

/** Changes a piece's pictures: shown at once, told to the shop one change after the other. */
export function useImages(product: AdminProduct | undefined) {
  const [failure, setFailure] = useState<RequestFailed>();
  const latest = useRef<Images>(undefined);
  const id = product?.id ?? '';

  async function change(images: Images, request: () => Promise<AdminProduct>): Promise<void> {
    if (!product) return;
    latest.current = images;
    await setAdminData(productQuery(id), () => ({ ...product, images }));
    try {
      const saved = await serialQueue(`pictures of ${id}`, request);
      setFailure(undefined);
      // A later change is already displayed.
      await setAdminData(productQuery(id), (shown) => (latest.current === images ? saved : shown));
    } catch (error) {
      setFailure(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage));
      await refreshAdmin('products');
    }
  }

  return {
    failure,
    arrange: (images: Images) =>
      change(images, () =>
        readResponse(
          adminApi.products[':id'].images.$put({
            param: { id },
            json: { images: images.map(({ file, alt }) => ({ file, alt })) },
          }),
        ),
      ),
    remove: (file: string) =>
      change(product?.images.filter((one) => one.file !== file) ?? [], () =>
        readResponse(adminApi.products[':id'].images[':file'].$delete({ param: { id, file } })),
      ),
  };
}
