import { type ChangeEvent, createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import type { RequestFailed } from '../http/api-client.ts';
import { Icon } from './icon.tsx';

export const FieldErrors = createContext<(name: string) => string | undefined>(() => undefined);

type Around = {
  /** Id of the control. By default, an id is generated. */
  id?: string;
  label: ReactNode;
  /** True to add an asterisk to the label. */
  required?: boolean;
  /** The name of the field in the form's input and in the API's problems. */
  name?: string;
  help?: ReactNode;
  /** Error message for the value. By default, the form's error message for the field `name`. */
  error?: string;
  className?: string;
};

type Wired = {
  id: string;
  name: string | undefined;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** A label, a control, a help text and an error message, connected by ids. */
export function Field({
  id: ownId,
  label,
  required,
  name,
  help,
  error: ownError,
  className,
  children,
}: Around & { children: (wired: Wired) => ReactNode }) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const errorOf = useContext(FieldErrors);
  const error = ownError ?? (name ? errorOf(name) : undefined);
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="madder" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        name,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldError id={`${id}-error`} text={error} />
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}

/** Error message for a field. Renders nothing if the text is empty. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="error" id={id}>
      <Icon name="circle-alert" />
      {text}
    </p>
  );
}

/**
 * A controlled field has `value` and `onChange`. An uncontrolled field has `defaultValue`, and the form reads its value when the
 * form is sent.
 */
type Value = {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  autoComplete?: string;
};

function splitProps<P extends Around & Value>({ onChange, ...props }: P) {
  const { id, label, required, name, help, error, className, ...control } = props;
  return [
    { id, label, required, name, help, error, className },
    {
      ...control,
      className: 'input',
      onChange: onChange && ((event: ChangeEvent<{ value: string }>) => onChange(event.target.value)),
    },
  ] as const;
}

type Text = Around &
  Value & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date';
    inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url';
    placeholder?: string;
    /** Id of a `datalist` element with suggestions. */
    list?: string;
    maxLength?: number;
    autoCapitalize?: 'none';
    readOnly?: boolean;
    /** Language code of the value if it is not English, such as `hi`. */
    lang?: string;
    onBlur?: () => void;
  };

export function TextField({ type = 'text', ...props }: Text) {
  const [around, input] = splitProps(props);
  return <Field {...around}>{(wired) => <input {...wired} {...input} type={type} />}</Field>;
}

type Area = Around & Value & { rows?: number; maxLength?: number; placeholder?: string };

export function AreaField(props: Area) {
  const [around, area] = splitProps(props);
  return <Field {...around}>{(wired) => <textarea {...wired} {...area} />}</Field>;
}

type Option = { value: string; label: string };

type Choice = Around &
  Value & {
    /** The options. An option that is a text has this text as its value and its label. */
    options: readonly (Option | string)[];
    /** Label of an additional first option with an empty value. By default, there is no such option. */
    emptyLabel?: string;
  };

export function SelectField({ options, emptyLabel, ...props }: Choice) {
  const [around, select] = splitProps(props);
  return (
    <Field {...around}>
      {(wired) => (
        <select {...wired} {...select}>
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options
            .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

type Radios = {
  legend: string;
  name: string;
  options: readonly Option[];
  /** The option that is selected at first. By default, no option is selected. */
  defaultValue?: string;
  onChange?: (value: string) => void;
};

export function RadioField({ legend, name, options, defaultValue, onChange }: Radios) {
  const id = useId();
  const error = useContext(FieldErrors)(name);
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label className="check" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            onChange={onChange && (() => onChange(value))}
            data-invalid={error ? true : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
      <FieldError id={id} text={error} />
    </fieldset>
  );
}

type Tick = {
  label: ReactNode;
  name?: string;
  value?: boolean;
  defaultValue?: boolean;
  onChange?: (value: boolean) => void;
};

export function CheckField({ label, name, value, defaultValue, onChange }: Tick) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={value}
        defaultChecked={defaultValue}
        onChange={onChange && ((event) => onChange(event.target.checked))}
      />
      <span>{label}</span>
    </label>
  );
}

type FailureProps = {
  /** The failed request, or the errors of the fields that prevented the request. */
  failure: Pick<RequestFailed, 'message' | 'fields'> | undefined;
  /** Returns the id of a field. If `idOf` is given, each error message of a field is a link to the field. */
  idOf?: (field: string) => string;
  className?: string;
  /** Elements below the message. */
  children?: ReactNode;
};

/** Message about a failed request. It receives the focus, because it can be outside the visible part of the page. */
export function FailureNote({ failure, idOf, className, children }: FailureProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) note.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={note} className={className ? `alert ${className}` : 'alert'} role="alert" tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p>{failure.message}</p>
        {children}
        {failure.fields.length > 0 && (
          <ul>
            {failure.fields.map(({ field, message }) => (
              <li key={field} className={idOf ? undefined : 'soft'}>
                {idOf ? <FieldLink id={idOf(field)} text={message} /> : message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function FieldLink({ id, text }: { id: string; text: string }) {
  return (
    <a
      className="link"
      href={`#${id}`}
      onClick={(event) => {
        // Move the focus with a script. A navigation to the field's id would add an entry to the browser's history.
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {text}
    </a>
  );
}
