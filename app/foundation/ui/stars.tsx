/** Mean rating from 1 to 5, rounded to half stars. Renders nothing if there are no ratings. */
export function Stars({ value }: { value: number | null }) {
  if (value === null) return null;
  const half = Math.round(value * 2) / 2;
  return <span className="stars" style={{ '--v': half }} role="img" aria-label={`${half} out of 5 stars`} />;
}
