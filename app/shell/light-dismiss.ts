/**
 * Closes a dialog with `closedby="any"` when the backdrop is pressed. Only browsers without support for this attribute, such as
 * WebKit 2.50, load this file. A press that starts inside the dialog, such as a text selection, does not close it.
 */
let pressed: HTMLDialogElement | undefined;

/**
 * Returns the dialog whose backdrop was pressed. A press of the backdrop has the dialog as its target, and is outside the
 * dialog's box.
 */
function dialogOfBackdrop({ target, clientX, clientY }: MouseEvent): HTMLDialogElement | undefined {
  if (!(target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any')) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return isInside ? undefined : target;
}

addEventListener('pointerdown', (event) => {
  pressed = dialogOfBackdrop(event);
});
addEventListener('click', (event) => {
  if (pressed && pressed === dialogOfBackdrop(event)) pressed.close();
});

export {};
