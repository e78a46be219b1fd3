/** Hides the buy bar while the form's buttons are visible. Used in browsers without named scroll timelines. */
export function followButton({ style }: HTMLElement, formId: string): void {
  const row = document.getElementById(formId)?.lastElementChild;
  if (!row) return;
  const observer = new IntersectionObserver(
    (entries) => {
      style.visibility = entries.at(-1)?.isIntersecting ? 'hidden' : '';
    },
    { rootMargin: '-52px 0px -58px' },
  );
  // The observer needs no cleanup, because it is garbage-collected with the observed row.
  observer.observe(row);
}
