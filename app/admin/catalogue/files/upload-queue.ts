import { createStore } from '../../../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../../../foundation/http/api-client.ts';
import { refreshAdmin } from '../../layout/use-admin.ts';
import { shrinkImage } from './shrink-image.ts';
import { uploadFile } from './upload-file.ts';

/** Where pictures wait that belong to a piece which is not written down yet. */
export const newProductId = 'new';

/** A file on its way to a piece. */
export type Upload = {
  key: number;
  productId: string;
  kind: 'image' | 'video';
  name: string;
  file: Blob;
  /** The picture whose place it takes. */
  replaces?: string;
  state: 'waiting' | 'sending' | 'failed';
  /** How much of it has gone, 0 to 1. */
  progress: number;
  /** Why it failed. */
  message?: string;
};

const uploads = createStore<readonly Upload[]>([]);
let nextKey = 1;
let isSending = false;

function change(key: number, part: Partial<Upload>) {
  uploads.write(uploads.read().map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
}

type UploadOptions = Pick<Upload, 'kind' | 'replaces'>;

/** Sends files to a piece, one after the other, also when the editor is left meanwhile. */
export function queueUploads(product: string, files: readonly File[], options: UploadOptions): void {
  const more = files.map((file): Upload => {
    return {
      key: nextKey++,
      productId: product,
      name: file.name || 'Picture',
      file,
      state: 'waiting',
      progress: 0,
      ...options,
    };
  });
  uploads.write([...uploads.read(), ...more]);
  void sendOn();
}

/** What waited for a piece to be written down goes to it now. */
export function reassignUploads(to: string): void {
  uploads.write(
    uploads
      .read()
      .map((upload) => (upload.productId === newProductId ? { ...upload, productId: to } : upload)),
  );
  void sendOn();
}

export function retryUpload(key: number): void {
  change(key, { state: 'waiting', progress: 0, message: undefined });
  void sendOn();
}

export function removeUpload(key: number): void {
  uploads.write(uploads.read().filter((upload) => upload.key !== key));
}

async function sendOn(): Promise<void> {
  if (isSending) return;
  const next = uploads
    .read()
    .find(({ state, productId }) => state === 'waiting' && productId !== newProductId);
  if (!next) return;
  isSending = true;
  change(next.key, { state: 'sending' });
  try {
    await send(next);
    await refreshAdmin('products', 'product-history');
    removeUpload(next.key);
  } catch (error) {
    change(next.key, {
      state: 'failed',
      message: error instanceof RequestFailed ? error.message : unreachableMessage,
    });
  } finally {
    isSending = false;
  }
  await sendOn();
}

async function send({ key, productId, kind, file, replaces }: Upload): Promise<unknown> {
  const onSent = (sent: number) => change(key, { progress: sent });
  const base = `/api/admin/upload/products/${encodeURIComponent(productId)}`;
  if (kind === 'video') return uploadFile(`${base}/video`, file, onSent);
  const query = replaces === undefined ? '' : `?${new URLSearchParams({ replaces })}`;
  return uploadFile(`${base}/images${query}`, await shrinkImage(file), onSent);
}

/** The uploads of a product. */
export function useUploads(product: string): readonly Upload[] {
  return uploads.useValue().filter((upload) => upload.productId === product);
}
