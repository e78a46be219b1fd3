/**
 * Hides the bar while the row of buttons that ends its form is on the screen, between header and tab bar. For browsers
 * whose style sheets cannot. The observer ends with the row.
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
