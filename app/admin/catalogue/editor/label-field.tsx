import { type ComponentProps, useId, useState } from 'react';
import { Field, TextField } from '../../../foundation/ui/fields.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import type { PartProps } from './product-form.ts';

type Props = PartProps & {
  name: 'crafts' | 'fabrics';
  label: string;
  /** Name of one label with its article: `a craft`. */
  singular: string;
};

const maxLabels = 5;
const areSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Field for up to five labels, the main label first. A new label is created when the product is saved. */
export function LabelField({ name, label, singular, form, labels, onChange }: Props) {
  const [names, known] = [form[name], labels[name]];
  const [input, setInput] = useState('');
  const has = (label: string) => names.some((other) => areSame(other, label));
  const isNew = input.trim() !== '' && !known.some((label) => areSame(label, input.trim()));

  function add(text: string) {
    const label = text.trim();
    if (label === '' || has(label) || names.length >= maxLabels) return;
    onChange({ [name]: [...names, known.find((other) => areSame(other, label)) ?? label] });
    setInput('');
  }
  const help = isNew
    ? `“${input.trim()}” is new. It is added when you save.`
    : 'Put the most important one first. To add a new one, type its name.';
  return (
    <Field name={name} label={label} help={help}>
      {(wired) => (
        <>
          {names.length > 0 && (
            <ul className="labels">
              {names.map((label) => (
                <li key={label}>
                  <span>{label}</span>
                  <ActionButton
                    className="icon"
                    icon="x"
                    label={`Remove ${label}`}
                    onClick={() => onChange({ [name]: names.filter((other) => other !== label) })}
                  />
                </li>
              ))}
            </ul>
          )}
          {names.length < maxLabels ? (
            <LabelInput
              {...wired}
              singular={singular}
              value={input}
              suggestions={known.filter((label) => !has(label))}
              onChange={setInput}
              onAdd={add}
            />
          ) : (
            <p className="soft">You can add up to five.</p>
          )}
        </>
      )}
    </Field>
  );
}

type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  id: string;
  value: string;
  singular: string;
  suggestions: readonly string[];
  onChange: (text: string) => void;
  onAdd: (text: string) => void;
};

function LabelInput({ singular, value, suggestions, onChange, onAdd, ...input }: InputProps) {
  const listId = `${input.id}-known`;
  return (
    <div className="label-add">
      <input
        {...input}
        className="input"
        list={listId}
        value={value}
        maxLength={60}
        onChange={({ target }) => {
          // If the value grows by several characters at once, the user has chosen a suggestion from the list.
          const isChosen = suggestions.includes(target.value) && target.value.length > value.length + 1;
          if (isChosen) onAdd(target.value);
          else onChange(target.value);
        }}
        onBlur={() => onAdd(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onAdd(value);
        }}
      />
      <Suggestions id={listId} known={suggestions} />
      <ActionButton label={`Add ${singular}`} onClick={() => onAdd(value)}>
        Add
      </ActionButton>
    </div>
  );
}

type SuggestedProps = ComponentProps<typeof TextField> & { known: readonly string[] };

/** Text field that suggests the values of other products. */
export function Suggested({ known, ...field }: SuggestedProps) {
  const id = useId();
  return (
    <>
      <TextField maxLength={80} {...field} list={id} />
      <Suggestions id={id} known={known} />
    </>
  );
}

function Suggestions({ id, known }: { id: string; known: readonly string[] }) {
  return (
    <datalist id={id}>
      {known.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
