import { type ComponentProps, Fragment, type ReactNode, useContext, useId, useState } from 'react';
import { photoUrl } from '../../../foundation/files/image-widths.ts';
import {
  AreaField,
  CheckField,
  FieldError,
  FieldErrors,
  SelectField,
  TextField,
} from '../../../foundation/ui/fields.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import { DialogButton } from '../../layout/dialog.tsx';
import { type Item, moveItem, newItem, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { UploadsDialog } from '../uploads-dialog.tsx';
import { numberOf, numberOrNone } from './form-values.ts';

type FieldProps<V> = {
  /** Property of the form's value that the field edits. API problems use the same name. */
  name: string;
  value: V;
  onChange: (value: V) => void;
};

export type FormField<V> = (props: FieldProps<V>) => ReactNode;

/** Form fields for some properties of an object, in the order of the screen. */
export type Fields<T> = { [Name in keyof T]?: FormField<T[Name]> };

/** Form fields for all properties of an object, in the order of the screen. */
export type AllFields<T> = { [Name in keyof T]: FormField<T[Name]> };

type Options<Props> = Omit<Props, 'label' | 'name' | 'value' | 'onChange'>;

/** Creates a field for one line of text. */
export const text =
  (label: string, options?: Options<ComponentProps<typeof TextField>>): FormField<string> =>
  (props) => <TextField {...options} {...props} label={label} />;

/** Creates a field for several lines of text. */
export const area =
  (label: string, options: Options<ComponentProps<typeof AreaField>>): FormField<string> =>
  (props) => <AreaField {...options} {...props} label={label} />;

export const check =
  (label: string): FormField<boolean> =>
  (props) => <CheckField {...props} label={label} />;

export const select =
  (label: string, options: ComponentProps<typeof SelectField>['options']): FormField<string> =>
  (props) => <SelectField {...props} label={label} options={options} />;

type NumberOptions = Options<ComponentProps<typeof TextField>>;

/** Creates a field for a number or an amount. The field's value is NaN if the text is not a number. */
export const number =
  (label: string, options?: NumberOptions): FormField<number> =>
  (props) => <NumberField {...options} {...props} label={label} parse={numberOf} />;

/** Creates a field for a limit. A blank field means no limit. */
export const optionalNumber =
  (label: string, options?: NumberOptions): FormField<number | null> =>
  (props) => <NumberField {...options} {...props} label={label} parse={numberOrNone} />;

type NumberFieldProps<V> = FieldProps<V> & NumberOptions & { label: string; parse: (input: string) => V };

/** Shows the text while the user types. When the field loses focus, shows the parsed number, or keeps an invalid text. */
function NumberField<V extends number | null>({ value, onChange, parse, ...props }: NumberFieldProps<V>) {
  const [input, setInput] = useState('');
  return (
    <TextField
      inputMode="decimal"
      {...props}
      value={Object.is(parse(input), value) ? input : String(value ?? '')}
      onBlur={() => Number.isNaN(value) || setInput('')}
      onChange={(text) => {
        setInput(text);
        onChange(parse(text));
      }}
    />
  );
}

type Kind = 'images' | 'videos';

/** Creates a field for an uploaded file. The value is blank until the user chooses a file. */
export const file =
  (label: string, kind?: Kind): FormField<string> =>
  ({ onChange, ...props }) => (
    <FileField {...props} kind={kind} label={label} onChange={(chosen) => onChange(chosen ?? '')} />
  );

/** Creates a field for an optional uploaded file. The value is null without a file. */
export const optionalFile =
  (label: string, kind?: Kind): FormField<string | null> =>
  (props) => <FileField {...props} kind={kind} label={label} isOptional />;

type FormFieldsProps<T> = {
  fields: Fields<T>;
  value: T;
  onChange: (patch: Partial<T>) => void;
};

export function FormFields<T extends object>({ fields, value, onChange }: FormFieldsProps<T>) {
  const rendered: ReactNode[] = [];
  for (const name in fields) {
    const field: FormField<T[typeof name]> | undefined = fields[name];
    const change = (next: T[typeof name]) => {
      const patch: Partial<T> = {};
      patch[name] = next;
      onChange(patch);
    };
    rendered.push(<Fragment key={name}>{field?.({ name, value: value[name], onChange: change })}</Fragment>);
  }
  return rendered;
}

type ItemListProps<T> = {
  label: string;
  /** Name of the list in API problems. */
  name: string;
  items: readonly Item<T>[];
  onChange: (items: Item<T>[]) => void;
  fieldsOf: (value: T, index: number) => Fields<T>;
  nameOf: (value: T, index: number) => string;
  preview?: (value: T) => ReactNode;
  /** Undefined if items cannot be added or removed. */
  add?: { label: string; blank: T; most?: number };
};

/** Field for a list whose items all have the same fields. */
export function ItemList<T extends object>(props: ItemListProps<T>) {
  const { label, name, items, onChange, fieldsOf, nameOf, preview, add } = props;
  const errorOf = useContext(FieldErrors);
  const hasError = (index: number) =>
    Object.keys(items[index]?.value ?? {}).some((key) => errorOf(`${name}.${index}.${key}`));
  return (
    <>
      <OrderedList
        label={label}
        items={items}
        onMove={(from, to) => onChange(moveItem(items, from, to))}
        onRemove={add && ((key) => onChange(items.filter((item) => item.key !== key)))}
        nameOf={nameOf}
        preview={preview}
        hasError={hasError}
      >
        {({ key, value }, index) => (
          <ErrorsUnder prefix={`${name}.${index}.`}>
            <FormFields
              fields={fieldsOf(value, index)}
              value={value}
              onChange={(patch) => onChange(withChanges(items, key, patch))}
            />
          </ErrorsUnder>
        )}
      </OrderedList>
      <ListError name={name} />
      {add && items.length < (add.most ?? Number.POSITIVE_INFINITY) && (
        <ActionButton className="btn quiet" onClick={() => onChange([...items, newItem(add.blank)])}>
          {add.label}
        </ActionButton>
      )}
    </>
  );
}

/** Shows the API's error message about a list as a whole, not about one of its items. */
export function ListError({ name }: { name: string }) {
  const id = useId();
  return <FieldError id={id} text={useContext(FieldErrors)(name)} />;
}

/**
 * Shows the API's error messages at the fields in `children`. In the API's problems, the fields' names begin with `prefix`. A
 * field for several values shows the message about the whole field, or else the message about its first value.
 */
export function ErrorsUnder({ prefix, children }: { prefix: string; children: ReactNode }) {
  const errorOf = useContext(FieldErrors);
  const errorUnder = (name: string) => errorOf(prefix + name) ?? errorOf(`${prefix}${name}.0`);
  return <FieldErrors value={errorUnder}>{children}</FieldErrors>;
}

export const thumbnail = (img: string | null) =>
  img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />;

type FileFieldProps = FieldProps<string | null> & { label: string; isOptional?: boolean; kind?: Kind };

/** Field for a file under `/uploads`. The value is blank or null without a file. */
function FileField({ name, label, value, onChange, isOptional = false, kind = 'images' }: FileFieldProps) {
  const errorId = useId();
  const error = useContext(FieldErrors)(name);
  const what = kind === 'images' ? 'picture' : 'video';
  return (
    <div className="field">
      <p className="font-(--weight-strong)">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {value && kind === 'images' && (
          <img className="h-24 w-24 object-cover" src={photoUrl(value, 160)} alt="" />
        )}
        {value && kind === 'videos' && <code className="wrap-anywhere">{value}</code>}
        <DialogButton
          className="btn quiet small"
          icon="image-plus"
          label={value ? 'Replace' : 'Choose'}
          srText={`: ${what}, ${label}`}
          title={`Choose a ${what}`}
        >
          {(close) => (
            <UploadsDialog
              kind={kind}
              onChosen={(chosen) => {
                close();
                onChange(chosen);
              }}
            />
          )}
        </DialogButton>
        {value && isOptional && (
          <ActionButton className="link tap" onClick={() => onChange(null)}>
            Remove<span className="sr">: {label}</span>
          </ActionButton>
        )}
      </div>
      <FieldError id={errorId} text={error} />
    </div>
  );
}
