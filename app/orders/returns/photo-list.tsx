import type { ReturnPhoto } from './contract.ts';

/** The photographs of a return. Each opens in full size in a new tab. Renders nothing if there are none. */
export function PhotoList({ photos }: { photos: readonly ReturnPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="my-3 flex flex-wrap gap-3">
      {photos.map(({ id, address }, index) => (
        <li key={id}>
          <a href={address} target="_blank" rel="noopener">
            <img
              src={address}
              alt={`Photograph ${index + 1} of the return`}
              width="96"
              height="96"
              className="size-24 object-cover"
            />
            <span className="sr">, opens in a new tab</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
