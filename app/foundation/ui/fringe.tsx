/**
 * Draws one thread for each day that weaving takes. Renders nothing if the number of days is unknown. The threads are decoration,
 * because the text beside them contains the number.
 */
export function Fringe({ days }: { days: number | null }) {
  if (!days) return null;
  return <span className="fringe" style={{ '--days': days }} aria-hidden="true" />;
}
