import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** What the two buttons say. */
  act: string;
  acting: string;
  keep: string;
  busy: boolean;
  /** Why the last try failed. */
  text: string | undefined;
  onAct: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** Asks before something is done that is not easily undone. */
export function ConfirmOrderDialog({ dialog, title, act, acting, keep, busy, text, onAct, children }: Props) {
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // What has been sent is worth the moment that its answer takes.
        if (busy) event.preventDefault();
      }}
    >
      <form
        className="in form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onAct(event);
        }}
      >
        <h2 className="text-4 outline-none" id={id} tabIndex={-1} ref={focusFirst}>
          {title}
        </h2>
        {children}
        {text && (
          <p className="alert" role="alert">
            <Icon name="circle-alert" />
            {text}
          </p>
        )}
        <div className="acts">
          <button type="submit" className="btn danger" aria-disabled={busy}>
            {busy ? acting : act}
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) dialog.current?.close();
            }}
          >
            {keep}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Where the focus goes when the dialog opens: not to the button that does it, so that nobody does it by pressing twice. */
function focusFirst(heading: HTMLElement | null) {
  heading?.setAttribute('autofocus', '');
}
