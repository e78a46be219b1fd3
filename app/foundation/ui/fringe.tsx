/** Draws one thread per day on the loom, or nothing if the days are unknown. Decorative: the text beside it has the number. */
export function Fringe({ days }: { days: number | null }) {
  if (!days) return null;
  return <span className="fringe" style={{ '--days': days }} aria-hidden="true" />;
}
