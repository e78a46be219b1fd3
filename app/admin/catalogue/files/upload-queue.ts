import { createStore } from '../../../foundation/browser/store.ts';
import { asFailure } from '../../../foundation/http/api-client.ts';
import { serialQueue } from '../../../foundation/jobs/serial-queue.ts';
import { refreshAdmin } from '../../layout/use-admin.ts';
import { uploadFile } from './upload-file.ts';

/** Placeholder for the product id of uploads that wait until a new product is saved. */
export const newProductId = 'new';

export type Upload = {
  key: number;
  productId: string;
  kind: 'image' | 'video';
  name: string;
  file: Blob;
  /** File name of the image that the upload replaces. */
  replaces?: string;
  state: 'waiting' | 'sending' | 'failed';
  /** Upload progress, from 0 to 1. */
  progress: number;
  message?: string;
};

const uploads = createStore<readonly Upload[]>([]);
let nextKey = 1;

function change(key: number, part: Partial<Upload>) {
  uploads.write(uploads.read().map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
}

type UploadOptions = Pick<Upload, 'kind' | 'replaces'>;

/** Uploads files to a product one at a time. Continues after the user leaves the editor. */
export function queueUploads(productId: string, files: readonly File[], options: UploadOptions): void {
  const added = files.map((file): Upload => {
    const name = file.name || 'Picture';
    return { key: nextKey++, productId, name, file, state: 'waiting', progress: 0, ...options };
  });
  uploads.write([...uploads.read(), ...added]);
  if (productId !== newProductId) for (const { key } of added) enqueue(key);
}

/** Starts the uploads that waited until the new product was saved. `to` is the product's id. */
export function reassignUploads(to: string): void {
  for (const { key, productId } of uploads.read()) {
    if (productId !== newProductId) continue;
    change(key, { productId: to });
    enqueue(key);
  }
}

export function retryUpload(key: number): void {
  change(key, { state: 'waiting', progress: 0, message: undefined });
  enqueue(key);
}

export function removeUpload(key: number): void {
  uploads.write(uploads.read().filter((upload) => upload.key !== key));
}

/** Sends an upload after all earlier uploads, unless the user has removed it. */
function enqueue(key: number): void {
  void serialQueue('uploads', async () => {
    const upload = uploads.read().find((queued) => queued.key === key);
    if (!upload) return;
    change(key, { state: 'sending' });
    try {
      await send(upload);
      await refreshAdmin('products', 'product-history');
      removeUpload(key);
    } catch (error) {
      change(key, { state: 'failed', message: asFailure(error).message });
    }
  });
}

async function send({ key, productId, kind, file, replaces }: Upload): Promise<unknown> {
  const onSent = (progress: number) => change(key, { progress });
  const base = `/api/admin/upload/products/${encodeURIComponent(productId)}`;
  if (kind === 'video') return uploadFile(`${base}/video`, file, onSent);
  const query = replaces === undefined ? '' : `?${new URLSearchParams({ replaces })}`;
  return uploadFile(`${base}/images${query}`, await shrinkImage(file), onSent);
}

/** Maximum length of the longer side of a shrunk image, in pixels. The shop stores at most 2,000 pixels. */
const longEdge = 2400;
const smallEnough = 900_000;

/**
 * Shrinks a photo before the upload. Returns the file unchanged if this browser cannot read its format, such as HEIC. The server
 * can read it.
 */
async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size < smallEnough) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longEdge / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}

export function useUploads(product: string): readonly Upload[] {
  return uploads.useValue().filter((upload) => upload.productId === product);
}
