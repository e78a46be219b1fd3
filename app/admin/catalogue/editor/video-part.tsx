import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../../foundation/browser/submit.ts';
import { photoUrl } from '../../../foundation/files/image-widths.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { adminApi, productQuery } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { setAdminData } from '../../layout/use-admin.ts';
import { FileButton } from '../files/file-button.tsx';
import { UploadList } from '../files/upload-list.tsx';
import { newProductId, queueUploads, useUploads } from '../files/upload-queue.ts';

export function VideoPart({ product }: { product?: AdminProduct }) {
  const id = product?.id ?? newProductId;
  const poster = product?.images[0]?.file;
  const waiting = useUploads(id).filter(({ kind }) => kind === 'video');
  const { attempt, failure, isPending } = useSubmit();

  async function remove() {
    const saved = await attempt(() =>
      readResponse(adminApi.products[':id'].video.$delete({ param: { id } })),
    );
    if (saved) await setAdminData(productQuery(id), () => saved);
  }

  return (
    <section>
      <h2>Video</h2>
      <FailureNote failure={failure} />
      {product?.video && (
        <video
          className="product-video"
          controls
          muted
          playsInline
          preload="metadata"
          poster={poster && photoUrl(poster, 480)}
          src={`/uploads/${encodeURIComponent(product.video)}`}
        />
      )}
      <UploadList uploads={waiting} isSaved={product !== undefined} />
      <div className="actions">
        {waiting.length === 0 && (
          <FileButton
            className="btn quiet small"
            accept="video/mp4,video/webm"
            onFiles={(files) => queueUploads(id, files.slice(0, 1), { kind: 'video' })}
          >
            <Icon name="upload" />
            {product?.video ? 'Replace the video' : 'Add a video'}
          </FileButton>
        )}
        {product?.video && (
          <ActionButton icon="trash-2" isDisabled={isPending} onClick={remove}>
            Remove the video
          </ActionButton>
        )}
      </div>
      <p className="help">MP4 or WebM, up to 25 MB. Ten seconds that show how the cloth moves are enough.</p>
    </section>
  );
}
