/** Drawing of a loose thread, shown below the text of the not-found page. */
export function LooseThread() {
  return (
    <svg
      className="loose-thread mt-5"
      height="90"
      viewBox="0 0 520 150"
      fill="none"
      stroke="var(--color-rod)"
      strokeWidth="3"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path d="M-400 20H240c60 0 70 40 30 52s-70-20-30-46 150-30 150 22-90 60-120 36 40-40 90-20 60 60 110 46" />
    </svg>
  );
}
