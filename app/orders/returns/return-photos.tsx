import { type RefObject, useId, useRef, useState } from 'react';
import { asFailure } from '../../foundation/http/api-client.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { leftOutPhotosText } from '../messages.ts';
import { addReturnPhoto, removeReturnPhoto } from '../orders-api.ts';

/** A chosen photograph. `address` is set once the photograph is stored, and `message` if its upload has failed. */
type Photo = { id: string; file: File; address?: string; message?: string };

const maxPhotos = 6;

function unsentTextOf(photos: readonly Photo[]): string | undefined {
  const unsent = photos.filter(({ address }) => address === undefined);
  if (unsent.some(({ message }) => message === undefined))
    return 'One moment, your photographs are still being sent.';
  return unsent.length > 0
    ? 'A photograph could not be sent. Please send it again, or remove it.'
    : undefined;
}

/**
 * Hook that uploads photographs for a return, each with a separate request. The photographs stay when the dialog that shows them
 * closes.
 */
export function useReturnPhotos(orderId: string, attachedCount = 0) {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [leftOutCount, setLeftOutCount] = useState(0);
  const max = maxPhotos - attachedCount;
  const put = (id: string, change: Partial<Photo>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)));

  async function upload({ id, file }: Pick<Photo, 'id' | 'file'>) {
    try {
      // A retry sends the same id, so that the photograph is not stored twice if only the response of the first request was lost.
      const { address } = await addReturnPhoto(orderId, id, file);
      put(id, { address });
    } catch (error) {
      put(id, { message: asFailure(error).message });
    }
  }

  return {
    photos,
    /**
     * `max` is the number of photographs that the form accepts. `leftOutCount` is the number of chosen files above that number.
     */
    max,
    leftOutCount,
    /** Ids of the stored photographs. */
    stored: photos.flatMap(({ id, address }) => (address === undefined ? [] : [id])),
    /** Reason why the form cannot be sent yet: an upload is in progress or has failed. */
    unsentText: unsentTextOf(photos),
    add(files: readonly File[]) {
      const added = files.slice(0, max - photos.length).map((file) => ({ id: randomUuid(), file }));
      setLeftOutCount(files.length - added.length);
      setPhotos([...photos, ...added]);
      for (const photo of added) void upload(photo);
    },
    retry(photo: Photo) {
      setPhotos((all) => all.map((each) => (each.id === photo.id ? { id: each.id, file: each.file } : each)));
      void upload(photo);
    },
    remove({ id }: Photo) {
      setPhotos((all) => all.filter((photo) => photo.id !== id));
      // Ignore a failure, because the server deletes unused photographs after a day.
      removeReturnPhoto(orderId, id).catch(() => undefined);
    },
  };
}

/** Returns a random UUID. Also works on a page without HTTPS, where `crypto.randomUUID` does not exist. */
function randomUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type Props = { upload: ReturnType<typeof useReturnPhotos> };

/** Form field to add up to six photographs. Each is shown with its state, and can be removed or uploaded again. */
export function ReturnPhotos({ upload }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { photos, max, leftOutCount } = upload;
  if (max <= 0) return null;
  return (
    <div className="field">
      <label htmlFor={id}>
        Photographs <span className="soft font-normal">optional, up to {max}</span>
      </label>
      <input
        ref={field}
        id={id}
        className="input"
        type="file"
        accept="image/*"
        multiple
        onChange={(event) => {
          upload.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p className="small" role="status">
        {leftOutCount > 0 && leftOutPhotosText({ max, count: leftOutCount })}
      </p>
      <ul className="mt-2 flex flex-wrap gap-3" aria-live="polite">
        {photos.map((photo, index) => (
          <PhotoItem key={photo.id} {...{ upload, photo, field }} number={index + 1} />
        ))}
      </ul>
    </div>
  );
}

type PhotoItemProps = Props & {
  photo: Photo;
  number: number;
  /** File field. It receives the focus after the user presses a button of the photograph, because the button then disappears. */
  field: RefObject<HTMLInputElement | null>;
};

/** A photograph with its upload state, or with the reason why the upload failed. */
function PhotoItem({ upload, photo, number, field }: PhotoItemProps) {
  return (
    <li className="flex flex-col gap-1">
      {photo.address ? (
        <img
          src={photo.address}
          alt={`Photograph ${number}`}
          width="96"
          height="96"
          className="size-24 object-cover"
        />
      ) : (
        <p className={photo.message ? 'error' : 'small soft'}>
          {photo.message ?? `Photograph ${number} is being sent...`}
        </p>
      )}
      {photo.message && (
        <button
          type="button"
          className="link tap"
          onClick={() => {
            upload.retry(photo);
            field.current?.focus();
          }}
        >
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
        <span className="sr"> photograph {number}</span>
      </button>
    </li>
  );
}
