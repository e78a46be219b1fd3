/** Lets an image that has a placeholder become sharp gradually when it has loaded, in place and without a change of its size. */
export function sharpenImages() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement && target.classList.contains('unsharp'))) return;
      const clipPath = `inset(0 round ${getComputedStyle(target).borderRadius})`;
      target.animate(
        [
          { filter: 'blur(12px)', clipPath },
          { filter: 'blur(0)', clipPath },
        ],
        250,
      );
    },
    true,
  );
}
