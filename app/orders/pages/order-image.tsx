import { Photo } from '../../foundation/ui/photo.tsx';

/** Image of an order line. `file` is the file name stored with the order, because the catalogue may have changed since. */
export function OrderImage({ file, priority = false }: { file: string | null; priority?: boolean }) {
  return (
    <span className="image">
      {file !== null && (
        <Photo
          image={{ file, width: 1200, height: 1600, colour: '#e4dcce', alt: '' }}
          sizes="76px"
          widths={[160, 320]}
          alt=""
          priority={priority}
        />
      )}
    </span>
  );
}
