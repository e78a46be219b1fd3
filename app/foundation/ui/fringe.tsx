/** One thread for each day on the loom; nothing where the days are not known. The number is said in the text. */
export function Fringe({ days }: { days: number | null }) {
  if (!days) return null;
  return <span className="fringe" style={{ '--days': days }} aria-hidden="true" />;
}
