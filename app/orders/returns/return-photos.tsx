import { useId, useRef, useState } from 'react';
import { asFailure } from '../../foundation/http/api-client.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { addReturnPhoto, removeReturnPhoto } from '../orders-api.ts';

/** A chosen photograph. `address` is set once it is stored, `message` if its upload has failed. */
type Photo = { id: string; file: File; address?: string; message?: string };

const maxPhotos = 6;

export const stillSendingText = 'One moment, your photographs are still being sent.';

/** Hook that uploads photographs for a return, each with a request of its own. They outlive the dialog that shows them. */
export function useReturnPhotos(orderId: string) {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const put = (id: string, change: Partial<Photo>) =>
    setPhotos((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));

  async function upload({ id, file }: Pick<Photo, 'id' | 'file'>) {
    try {
      // The same id again stores nothing twice, if only the response was lost.
      const { address } = await addReturnPhoto(orderId, id, file);
      put(id, { address });
    } catch (error) {
      put(id, { message: asFailure(error).message });
    }
  }

  return {
    photos,
    /** Ids of the stored photographs. */
    stored: photos.flatMap(({ id, address }) => (address === undefined ? [] : [id])),
    isUploading: photos.some(({ address, message }) => address === undefined && message === undefined),
    add(files: readonly File[]) {
      const added = files
        .slice(0, maxPhotos - photos.length)
        .map((file) => ({ id: crypto.randomUUID(), file }));
      setPhotos([...photos, ...added]);
      for (const photo of added) void upload(photo);
    },
    retry(photo: Photo) {
      setPhotos((all) => all.map((one) => (one.id === photo.id ? { id: one.id, file: one.file } : one)));
      void upload(photo);
    },
    remove({ id }: Photo) {
      setPhotos((all) => all.filter((one) => one.id !== id));
      // If the request fails, the shop deletes the unused photograph after a day.
      removeReturnPhoto(orderId, id).catch(() => undefined);
    },
    clear: () => setPhotos([]),
  };
}

type Props = { upload: ReturnType<typeof useReturnPhotos> };

/** Field to add up to six photographs. Each is shown with its state, and can be removed or sent again. */
export function ReturnPhotos({ upload }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { photos } = upload;
  return (
    <div className="field">
      <label htmlFor={id}>
        Photographs <span className="soft font-normal">optional, up to six</span>
      </label>
      <input
        ref={field}
        id={id}
        className="input"
        type="file"
        accept="image/*"
        multiple
        disabled={photos.length >= maxPhotos}
        onChange={(event) => {
          upload.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <ul className="mt-2 flex flex-wrap gap-3" aria-live="polite">
        {photos.map((photo, index) => (
          <li key={photo.id} className="flex flex-col gap-1">
            {photo.address ? (
              <img
                src={photo.address}
                alt={`Photograph ${index + 1}`}
                width="96"
                height="96"
                className="size-24 object-cover"
              />
            ) : (
              <p className={photo.message ? 'error' : 'small soft'}>
                {photo.message ?? `Photograph ${index + 1} is being sent...`}
              </p>
            )}
            {photo.message && (
              <button type="button" className="link tap" onClick={() => upload.retry(photo)}>
                Send again
              </button>
            )}
            <button
              type="button"
              className="link tap gap-1"
              onClick={() => {
                upload.remove(photo);
                field.current?.focus();
              }}
            >
              <Icon name="x" />
              Remove
              <span className="sr"> photograph {index + 1}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
