import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import { AdminIcon } from './icon.tsx';

type Around = {
  label: ReactNode;
  /** Below the field, whatever happens. */
  help?: ReactNode;
  /** What is wrong with it. */
  error?: string;
  className?: string;
};

type Wired = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** A label, a control, its help and its error, wired together. The others are made of it. */
export function Field({
  label,
  help,
  error,
  className,
  children,
}: Around & { children: (wired: Wired) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p className="error" id={`${id}-error`}>
          <AdminIcon name="circle-alert" />
          {error}
        </p>
      )}
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}

type Text = Around & {
  value: string;
  onChange: (value: string) => void;
  name?: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url';
  placeholder?: string;
  autoComplete?: string;
  maxLength?: number;
  readOnly?: boolean;
  /** Of what is typed, where it is not English: `hi`. */
  lang?: string;
};

export function TextField({ label, help, error, className, value, onChange, type = 'text', ...more }: Text) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(wired) => (
        <input
          {...wired}
          {...more}
          className="input"
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

type Area = Around & {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
};

export function AreaField({ label, help, error, className, value, onChange, ...more }: Area) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(wired) => (
        <textarea
          {...wired}
          {...more}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

type Choice = Around & {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  /** What stands there while nothing is chosen. */
  emptyLabel?: string;
};

export function SelectField({ label, help, error, className, value, onChange, options, emptyLabel }: Choice) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(wired) => (
        <select {...wired} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type Tick = { label: ReactNode; value: boolean; onChange: (value: boolean) => void; disabled?: boolean };

export function CheckField({ label, value, onChange, disabled }: Tick) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Why a form could not be saved, above its button; it takes the focus, so that nobody misses it. */
export function FailureNote({ failure }: { failure: RequestFailed | undefined }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) note.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={note} className="alert" role="alert" tabIndex={-1}>
      <AdminIcon name="circle-alert" />
      <div>
        <p>{failure.message}</p>
        {failure.fields.length > 0 && (
          <ul>
            {failure.fields.map(({ field, message }) => (
              <li key={field} className="soft">
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
