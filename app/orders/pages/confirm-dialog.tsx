import { type ComponentProps, useId, useState } from 'react';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { Dialog } from '../../foundation/ui/dialog.tsx';

type FormProps = ComponentProps<typeof ActionForm<void>>;
type Props = Pick<FormProps, 'submitLabel' | 'pendingLabel' | 'check' | 'send' | 'children'> & {
  title: string;
  dismissLabel: string;
  onClose: () => void;
};

/** Dialog that asks for confirmation before an order is changed. Closes after a successful change. */
export function ConfirmOrderDialog({ title, dismissLabel, send, onClose, ...form }: Props) {
  const id = useId();
  const [isPending, setPending] = useState(false);
  return (
    <Dialog
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      // Keep the dialog open until the response arrives.
      onEscape={isPending ? () => {} : undefined}
    >
      <div className="in form">
        <h2 className="text-4 outline-none" id={id} tabIndex={-1} ref={focusOnOpen}>
          {title}
        </h2>
        <ActionForm
          {...form}
          submitClassName="btn danger"
          send={(input, signal) => {
            setPending(true);
            return send(input, signal).finally(() => setPending(false));
          }}
          onDone={onClose}
          otherActions={
            <button type="button" className="btn quiet" disabled={isPending} onClick={onClose}>
              {dismissLabel}
            </button>
          }
        />
      </div>
    </Dialog>
  );
}

/** Moves the focus to the heading when the dialog opens, so that a second press of Enter does not confirm. */
function focusOnOpen(heading: HTMLElement | null) {
  heading?.setAttribute('autofocus', '');
}
