const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** Formats a time in India's time zone: `21 Nov 2026, 2:47 pm`. */
export function formatDateTime(at: string): string {
  return dayAndTime.format(new Date(at));
}
