import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { AreaField, CheckField, SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { photoUrl } from '../../../foundation/ui/photo.tsx';
import { AdminDialog } from '../../layout/dialog.tsx';
import { type Item, moveItem, newItem, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { UploadsDialog } from '../uploads-dialog.tsx';
import type { ErrorOf } from './edit-form.tsx';

type FieldProps<V> = {
  /** Key of the field in the form's value, which is also its name in the messages of the API. */
  name: string;
  value: V;
  onChange: (value: V) => void;
  errorOf: ErrorOf;
};

/** Renders a field for a value of type `V`. */
export type FormField<V> = (props: FieldProps<V>) => ReactNode;

/** Some fields of a value, by its keys, in the order of the screen. */
export type Fields<T> = { [Name in keyof T]?: FormField<T[Name]> };

/** A field for each key of a value, in the order of the screen. */
export type AllFields<T> = { [Name in keyof T]: FormField<T[Name]> };

type Options<Props> = Omit<Props, 'label' | 'value' | 'onChange' | 'error'> & {
  /** Further names of the field in the messages of the API. */
  errors?: string[];
};

/** Creates a field for a line of text. */
export function text(
  label: string,
  { errors = [], ...props }: Options<ComponentProps<typeof TextField>> = {},
): FormField<string> {
  return ({ name, value, onChange, errorOf }) => (
    <TextField {...props} label={label} value={value} onChange={onChange} error={errorOf(name, ...errors)} />
  );
}

/** Creates a field for text of several lines. */
export function area(
  label: string,
  { errors = [], ...props }: Options<ComponentProps<typeof AreaField>>,
): FormField<string> {
  return ({ name, value, onChange, errorOf }) => (
    <AreaField {...props} label={label} value={value} onChange={onChange} error={errorOf(name, ...errors)} />
  );
}

/** Creates a field for a number or an amount. Its value is the text that was typed. */
export const number: typeof text = (label, options) => text(label, { inputMode: 'decimal', ...options });

export function check(label: string): FormField<boolean> {
  return ({ value, onChange }) => <CheckField label={label} value={value} onChange={onChange} />;
}

export function select(
  label: string,
  options: ComponentProps<typeof SelectField>['options'],
): FormField<string> {
  return ({ name, value, onChange, errorOf }) => (
    <SelectField label={label} value={value} onChange={onChange} options={options} error={errorOf(name)} />
  );
}

type Kind = ComponentProps<typeof FileField>['kind'];

/** Creates a field for an uploaded file. The value is blank until one is chosen. */
export function file(label: string, kind?: Kind): FormField<string> {
  return ({ name, value, onChange, errorOf }) => (
    <FileField
      kind={kind}
      label={label}
      file={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      error={errorOf(name)}
    />
  );
}

/** Creates a field for an uploaded file that can be taken away again. */
export function optionalFile(label: string, kind?: Kind): FormField<string | null> {
  return ({ name, value, onChange, errorOf }) => (
    <FileField kind={kind} label={label} file={value} onChange={onChange} error={errorOf(name)} isOptional />
  );
}

type FormFieldsProps<T> = {
  fields: Fields<T>;
  value: T;
  onChange: (patch: Partial<T>) => void;
  errorOf: ErrorOf;
};

/** Renders fields below one another. */
export function FormFields<T extends object>({ fields, value, onChange, errorOf }: FormFieldsProps<T>) {
  const rendered: ReactNode[] = [];
  for (const name in fields) {
    const field: FormField<T[typeof name]> | undefined = fields[name];
    const change = (next: T[typeof name]) => {
      const patch: Partial<T> = {};
      patch[name] = next;
      onChange(patch);
    };
    rendered.push(
      <Fragment key={name}>{field?.({ name, value: value[name], onChange: change, errorOf })}</Fragment>,
    );
  }
  return rendered;
}

type ItemListProps<T> = {
  label: string;
  /** Name of the list in the messages of the API. */
  name: string;
  items: readonly Item<T>[];
  onChange: (items: Item<T>[]) => void;
  fieldsOf: (value: T, index: number) => Fields<T>;
  nameOf: (value: T, index: number) => string;
  preview?: (value: T) => ReactNode;
  /** Without it, no item can be added or removed. */
  add?: { label: string; blank: T; most?: number };
  /** Displayed below the list. */
  note?: ReactNode;
  errorOf: ErrorOf;
};

/** A list whose items have the same fields. */
export function ItemList<T extends object>(props: ItemListProps<T>) {
  const { label, name, items, onChange, fieldsOf, nameOf, preview, add, note, errorOf } = props;
  const errorIn = (index: number) => errorUnder([`${name}.${index}.`], errorOf);
  return (
    <>
      <OrderedList
        label={label}
        items={items}
        onMove={(from, to) => onChange(moveItem(items, from, to))}
        onRemove={add && ((key) => onChange(items.filter((item) => item.key !== key)))}
        nameOf={nameOf}
        preview={preview}
        hasError={(index) => errorIn(index)(...Object.keys(items[index]?.value ?? {})) !== undefined}
      >
        {({ key, value }, index) => (
          <FormFields
            fields={fieldsOf(value, index)}
            value={value}
            onChange={(patch) => onChange(withChanges(items, key, patch))}
            errorOf={errorIn(index)}
          />
        )}
      </OrderedList>
      {note}
      {add && items.length < (add.most ?? Number.POSITIVE_INFINITY) && (
        <button type="button" className="btn quiet" onClick={() => onChange([...items, newItem(add.blank)])}>
          {add.label}
        </button>
      )}
    </>
  );
}

/** Finds the messages about fields whose names in the API begin with one of `prefixes`. */
export function errorUnder(prefixes: readonly string[], errorOf: ErrorOf): ErrorOf {
  return (...names) => errorOf(...names.flatMap((name) => prefixes.map((prefix) => prefix + name)));
}

/** Small picture of a list item. */
export const thumbnail = (img: string | null) =>
  img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />;

type Props = {
  label: string;
  /** Its file under `/uploads`; blank or `null` where there is none. */
  file: string | null;
  onChange: (file: string | null) => void;
  error?: string | undefined;
  /** True where the shop can do without. */
  isOptional?: boolean;
  kind?: 'images' | 'videos';
};

/** A picture or a film: the one that is there, and the way to another one. */
function FileField({ label, file, onChange, error, isOptional = false, kind = 'images' }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const what = kind === 'images' ? 'picture' : 'film';
  return (
    <div className="field">
      <p className="font-(--weight-strong)">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {file && kind === 'images' && (
          <img className="h-24 w-24 object-cover" src={photoUrl(file, 160)} alt="" />
        )}
        {file && kind === 'videos' && <code className="wrap-anywhere">{file}</code>}
        <button type="button" className="btn quiet small" onClick={() => setIsChoosing(true)}>
          <Icon name="image-plus" />
          {file ? 'Another one' : 'Choose'}
          <span className="sr">
            : {what}, {label}
          </span>
        </button>
        {file && isOptional && (
          <button type="button" className="link tap" onClick={() => onChange(null)}>
            Without<span className="sr">: {label}</span>
          </button>
        )}
      </div>
      {error && (
        <p className="error">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <AdminDialog open={isChoosing} onClose={() => setIsChoosing(false)} title={`Choose a ${what}`}>
        <UploadsDialog
          kind={kind}
          onChosen={(chosen) => {
            setIsChoosing(false);
            onChange(chosen);
          }}
        />
      </AdminDialog>
    </div>
  );
}
