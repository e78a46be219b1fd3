/** Names of the faces for one to five stars. */
export const faceNames = ['sad', 'smile', 'grin', 'star-eyed', 'loving'] as const;

const star = (x: number) => `M${x} 11.5l1.5 3.2 3.5.4-2.6 2.4.7 3.5-3.1-1.8-3.1 1.8.7-3.5-2.6-2.4 3.5-.4z`;
const heart = (x: number) => `M${x} 20.5c-5-3.6-4.4-7-2-7 1.2 0 2 1.2 2 1.2s.8-1.2 2-1.2c2.4 0 3 3.4-2 7z`;
const mouths = [
  'M14 28q6-5 12 0',
  'M14 25q6 4 12 0',
  'M12.5 23.5q7.5 9 15 0z',
  'M13 25q7 7 14 0',
  'M13 25q7 7 14 0',
];

/** The face that answers a star. Its meaning is said in words beside it. */
export function Face({ stars }: { stars: number }) {
  return (
    <svg
      className="face"
      viewBox="0 0 40 40"
      width="40"
      height="40"
      data-face={faceNames[stars - 1]}
      aria-hidden="true"
    >
      <circle className="fill-zari stroke-ink" cx="20" cy="20" r="16" strokeWidth="1.6" />
      {stars < 4 ? (
        <g className="fill-ink">
          <circle cx="14" cy="17" r="1.9" />
          <circle cx="26" cy="17" r="1.9" />
        </g>
      ) : (
        <path className="fill-madder" d={[13.5, 26.5].map(stars === 4 ? star : heart).join('')} />
      )}
      <path className="fill-none stroke-ink" d={mouths[stars - 1]} strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
