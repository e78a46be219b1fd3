/**
 * Closes a dialog with `closedby="any"` by a press beside it, for engines that do not know the attribute, such as
 * WebKit 2.50. Only they load this file. A press that begins inside and ends beside it, such as selecting text, closes nothing.
 */
let pressed: HTMLDialogElement | undefined;

/** A press on the backdrop comes to the dialog itself, from a point outside its box. */
function dialogBeside({ target, clientX, clientY }: MouseEvent): HTMLDialogElement | undefined {
  if (!(target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any')) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return isInside ? undefined : target;
}

addEventListener('pointerdown', (event) => {
  pressed = dialogBeside(event);
});
addEventListener('click', (event) => {
  if (pressed && pressed === dialogBeside(event)) pressed.close();
});

export {};
