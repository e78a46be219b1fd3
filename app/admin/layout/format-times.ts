const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** `21 Nov 2026, 2:47 pm`, by the clock of India. */
export function formatTime(at: string): string {
  return dayAndTime.format(new Date(at));
}
