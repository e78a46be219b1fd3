import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { asFailure, type RequestFailed, readResponse } from '../../../foundation/http/api-client.ts';
import { serialQueue } from '../../../foundation/jobs/serial-queue.ts';
import { AreaField, FailureNote } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { notify } from '../../../foundation/ui/notices.ts';
import { Photo } from '../../../foundation/ui/photo.tsx';
import { adminApi, productQuery } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';
import { FileButton } from '../files/file-button.tsx';
import { UploadList } from '../files/upload-list.tsx';
import { newProductId, queueUploads, useUploads } from '../files/upload-queue.ts';
import { useImagePasteAndDrop } from '../files/use-image-paste-and-drop.ts';

const maxImages = 4;

/** Field for up to four images, each with an alternative text. The user chooses their order. */
export function ImagesPart({ product }: { product?: AdminProduct }) {
  const id = product?.id ?? newProductId;
  const images = product?.images ?? [];
  const waiting = useUploads(id).filter(({ kind }) => kind === 'image');
  const [chosen, setChosen] = useState<string>();
  const { failure, move, setAlt, remove } = useImages(product);
  const arriving = waiting.filter(({ replaces, state }) => !replaces && state !== 'failed');
  const freeSlots = maxImages - images.length - arriving.length;
  const selected = images.find(({ file }) => file === chosen);

  function add(files: readonly File[]) {
    if (files.length > freeSlots) notify('A product can have up to four pictures.');
    queueUploads(id, files.slice(0, Math.max(0, freeSlots)), { kind: 'image' });
  }
  useImagePasteAndDrop(add);

  return (
    <section>
      <h2>Pictures</h2>
      <FailureNote failure={failure} />
      <ImageList images={images} chosen={chosen} onChoose={setChosen} onMove={move}>
        {freeSlots > 0 && (
          <li>
            <FileButton className="add" accept="image/*" multiple onFiles={add}>
              <Icon name="image-plus" />
              Add picture {maxImages - freeSlots + 1}
            </FileButton>
          </li>
        )}
      </ImageList>
      {freeSlots > 0 && (
        <FileButton className="btn quiet small camera" accept="image/*" camera onFiles={add}>
          <Icon name="camera" />
          Take a picture
        </FileButton>
      )}
      <UploadList uploads={waiting} isSaved={product !== undefined} />
      {selected && (
        <ImagePanel
          key={selected.file}
          image={selected}
          at={images.indexOf(selected)}
          count={images.length}
          onMove={(to) => move(selected.file, to)}
          onAltChange={(alt) => void setAlt(selected.file, alt)}
          onReplace={(files) =>
            queueUploads(id, files.slice(0, 1), { kind: 'image', replaces: selected.file })
          }
          onRemove={() => void remove(selected.file)}
        />
      )}
      <p className="help">
        {images.length > 0 && 'Tap a picture to describe, move or replace it, or drag it to a new place. '}
        In lists, shoppers see the first picture. If the mouse is over the product, they see the second one.
        Upright pictures in the format 3:4, at least 1,600 pixels wide, look best.
      </p>
    </section>
  );
}

type Images = AdminProduct['images'];

type ListProps = {
  images: Images;
  /** File of the chosen image. */
  chosen: string | undefined;
  onChoose: (file: string | undefined) => void;
  onMove: (file: string, to: number) => void;
  /** Elements after the images, such as the upload button. */
  children: ReactNode;
};

/** List of the images. The user moves an image by dragging it, or with Alt and an arrow key. */
function ImageList({ images, chosen, onChoose, onMove, children }: ListProps) {
  const [dragged, setDragged] = useState<string>();

  /** Moves the dragged image. Ignores dropped files, which {@link useImagePasteAndDrop} uploads. */
  function drop(event: DragEvent, at: number) {
    if (!dragged) return;
    event.preventDefault();
    onMove(dragged, at);
    setDragged(undefined);
  }

  return (
    <ul className="product-images">
      {images.map((image, at) => (
        <li
          key={image.file}
          draggable
          onDragStart={() => setDragged(image.file)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => dragged && event.preventDefault()}
          onDrop={(event) => drop(event, at)}
        >
          <button
            type="button"
            className="image"
            aria-pressed={image.file === chosen}
            aria-label={`Picture ${at + 1}: ${image.alt}`}
            onClick={() => onChoose(image.file === chosen ? undefined : image.file)}
            onKeyDown={({ altKey, key }) => {
              if (altKey && key === 'ArrowLeft') onMove(image.file, at - 1);
              if (altKey && key === 'ArrowRight') onMove(image.file, at + 1);
            }}
          >
            <Photo image={image} sizes="140px" widths={[160, 320]} alt="" />
          </button>
        </li>
      ))}
      {children}
    </ul>
  );
}

type PanelProps = {
  image: Images[number];
  at: number;
  count: number;
  onMove: (to: number) => void;
  onAltChange: (alt: string) => void;
  onReplace: (files: File[]) => void;
  onRemove: () => void;
};

function ImagePanel({ image, at, count, onMove, onAltChange, onReplace, onRemove }: PanelProps) {
  const [alt, setAlt] = useState(image.alt);
  const name = `picture ${at + 1}`;
  return (
    <div className="panel-box image-panel">
      <AreaField
        label={`What ${name} shows`}
        value={alt}
        onChange={setAlt}
        rows={2}
        maxLength={300}
        help="This text describes the picture to blind shoppers and search engines. For example: “The pallu with a gold temple border”."
      />
      {alt.trim() !== image.alt && (
        <ActionButton className="btn small" onClick={() => onAltChange(alt)}>
          Save description
        </ActionButton>
      )}
      {image.width < 1200 && (
        <p className="error">
          <Icon name="circle-alert" />
          <span>This picture is only {image.width} pixels wide, so it looks blurred on a large screen.</span>
        </p>
      )}
      <div className="actions">
        <ActionButton icon="chevron-left" isDisabled={at === 0} onClick={() => onMove(at - 1)}>
          Move earlier
        </ActionButton>
        <ActionButton isDisabled={at === count - 1} onClick={() => onMove(at + 1)}>
          Move later
          <Icon name="chevron-right" />
        </ActionButton>
        <FileButton className="btn quiet small" accept="image/*" onFiles={onReplace}>
          <Icon name="rotate-ccw" />
          Replace
        </FileButton>
        <ActionButton icon="trash-2" onClick={onRemove}>
          Remove
        </ActionButton>
      </div>
    </div>
  );
}

/** Hook for changes of the product's images. Shows a change at once, and sends the requests one after the other. */
function useImages(product: AdminProduct | undefined) {
  const [failure, setFailure] = useState<RequestFailed>();
  const latest = useRef<Images>(undefined);
  const id = product?.id ?? '';
  const images = product?.images ?? [];

  async function change(changed: Images, request: () => Promise<AdminProduct>): Promise<void> {
    if (!product) return;
    latest.current = changed;
    await setAdminData(productQuery(id), () => ({ ...product, images: changed }));
    try {
      const saved = await serialQueue(`pictures of ${id}`, request);
      setFailure(undefined);
      // If the images have changed again since the request, keep the newer order on the screen.
      await setAdminData(productQuery(id), (shown) => (latest.current === changed ? saved : shown));
    } catch (error) {
      setFailure(asFailure(error));
      await refreshAdmin('products');
    }
  }

  const arrange = (ordered: Images) =>
    change(ordered, () =>
      readResponse(
        adminApi.products[':id'].images.$put({
          param: { id },
          json: { images: ordered.map(({ file, alt }) => ({ file, alt })) },
        }),
      ),
    );

  return {
    failure,
    /** Moves an image to a position. Does nothing if the position does not exist. */
    move(file: string, to: number) {
      const image = images.find((each) => each.file === file);
      if (!image || to < 0 || to >= images.length) return;
      const others = images.filter((each) => each.file !== file);
      void arrange(others.toSpliced(to, 0, image));
    },
    setAlt: (file: string, alt: string) =>
      arrange(images.map((each) => (each.file === file ? { ...each, alt } : each))),
    remove: (file: string) =>
      change(
        images.filter((each) => each.file !== file),
        () => readResponse(adminApi.products[':id'].images[':file'].$delete({ param: { id, file } })),
      ),
  };
}
