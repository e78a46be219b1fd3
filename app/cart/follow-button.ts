/**
 * Hides the bar while the form's row of buttons is visible between header and tab bar. Used in browsers without named scroll
 * timelines. The observer is garbage-collected with the row.
 */
export function followButton({ style }: HTMLElement, formId: string): void {
  const row = document.getElementById(formId)?.lastElementChild;
  if (!row) return;
  const observer = new IntersectionObserver(
    (entries) => {
      style.visibility = entries.at(-1)?.isIntersecting ? 'hidden' : '';
    },
    { rootMargin: '-52px 0px -58px' },
  );
  observer.observe(row);
}
