import { Photo } from '../../foundation/ui/photo.tsx';

/** A piece as it was sold: its picture may have left the catalogue since, its file stays. */
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
