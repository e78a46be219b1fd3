import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';

type Around = {
  id: string;
  name: string;
  label: string;
  required?: boolean;
  /** What is wrong with it, in words. */
  error: string | undefined;
  help?: string;
  /** Over both columns. */
  full?: boolean;
};

/** A label, a field, and what is to be said of it. */
export function TextField({
  full,
  help,
  label,
  error,
  ...input
}: Around & Omit<ComponentProps<'input'>, keyof Around>) {
  const { id, required } = input;
  return (
    <Labelled {...{ id, required, full, help, label, error }}>
      <input className="input" {...input} {...said({ id, help, error })} />
    </Labelled>
  );
}

export function ChoiceField({
  full,
  help,
  label,
  error,
  children,
  ...select
}: Around & Omit<ComponentProps<'select'>, keyof Around>) {
  const { id, required } = select;
  return (
    <Labelled {...{ id, required, full, help, label, error }}>
      <select className="input" {...select} {...said({ id, help, error })}>
        {children}
      </select>
    </Labelled>
  );
}

type Said = { id: string; help?: string | undefined; error: string | undefined };

function said({ id, help, error }: Said) {
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}

type LabelledProps = Said & {
  label: string;
  required: boolean | undefined;
  full: boolean | undefined;
  children: ReactNode;
};

function Labelled({ id, label, required, help, error, full, children }: LabelledProps) {
  return (
    <div className={full ? 'field full' : 'field'}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="madder" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}
