import { useId, useState } from 'react';
import { Field } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';

type Props = {
  name: 'crafts' | 'fabrics';
  /** `Crafts` */
  label: string;
  /** `a craft` */
  singular: string;
  value: readonly string[];
  known: readonly string[];
  onChange: (value: string[]) => void;
};

const maxLabels = 5;
const areSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Up to five names, the leading one first. A name that is not known yet is stored with the product. */
export function LabelField({ name, label, singular, value: names, known, onChange }: Props) {
  const [input, setInput] = useState('');
  const has = (label: string) => names.some((other) => areSame(other, label));
  const isNew = input.trim() !== '' && !known.some((label) => areSame(label, input.trim()));

  function add(text: string) {
    const label = text.trim();
    if (label === '' || has(label) || names.length >= maxLabels) return;
    onChange([...names, known.find((other) => areSame(other, label)) ?? label]);
    setInput('');
  }
  const help = isNew
    ? `“${input.trim()}” is new: it is written down with the piece.`
    : 'The leading one first. Type a new name to add one.';
  return (
    <Field name={name} label={label} help={help}>
      {(wired) => (
        <>
          {names.length > 0 && (
            <ul className="labels">
              {names.map((label) => (
                <li key={label}>
                  <span>{label}</span>
                  <button
                    type="button"
                    className="icon"
                    aria-label={`Take ${label} off`}
                    onClick={() => onChange(names.filter((other) => other !== label))}
                  >
                    <Icon name="x" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {names.length < maxLabels ? (
            <div className="label-add">
              <input
                {...wired}
                className="input"
                list={`${wired.id}-known`}
                value={input}
                maxLength={60}
                onChange={(event) => {
                  const { value } = event.target;
                  // A value that grows by several characters at once was chosen from the list.
                  const picked = known.find((label) => label === value);
                  if (picked && !has(picked) && value.length > input.length + 1) add(picked);
                  else setInput(value);
                }}
                onBlur={() => add(input)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  add(input);
                }}
              />
              <Suggestions id={`${wired.id}-known`} known={known.filter((label) => !has(label))} />
              <button
                type="button"
                className="btn quiet small"
                aria-label={`Add ${singular}`}
                onClick={() => add(input)}
              >
                Add
              </button>
            </div>
          ) : (
            <p className="soft">Five is the most.</p>
          )}
        </>
      )}
    </Field>
  );
}

type SuggestedProps = {
  name: string;
  label: string;
  help?: string | undefined;
  value: string;
  known: readonly string[];
  onChange: (value: string) => void;
};

/** A text field that suggests the values of other products. */
export function Suggested({ name, label, help, value, known, onChange }: SuggestedProps) {
  const id = useId();
  return (
    <Field name={name} label={label} help={help}>
      {(wired) => (
        <>
          <input
            {...wired}
            className="input"
            list={id}
            value={value}
            maxLength={80}
            onChange={(event) => onChange(event.target.value)}
          />
          <Suggestions id={id} known={known} />
        </>
      )}
    </Field>
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
