/** Draws one thread per day on the loom, or nothing if the days are unknown. Decoration: the text states the number. */
export function Fringe({ days }: { days: number | null }) {
  if (!days) return null;
  return <span className="fringe" style={{ '--days': days }} aria-hidden="true" />;
}
