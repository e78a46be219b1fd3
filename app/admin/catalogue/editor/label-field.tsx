import { useId, useState } from 'react';
import { Icon } from '../../../foundation/ui/icon.tsx';

type Props = {
  /** `Crafts` */
  label: string;
  /** `craft` */
  singular: string;
  names: readonly string[];
  known: readonly string[];
  error?: string;
  onChange: (names: string[]) => void;
};

const maxLabels = 5;

/** Up to five names, the leading one first. What is not known yet is written down with the piece. */
export function LabelField({ label, singular, names, known, error, onChange }: Props) {
  const id = useId();
  const [input, setInput] = useState('');
  const has = (name: string) => names.some((other) => other.toLowerCase() === name.toLowerCase());
  const isNew =
    input.trim() !== '' && !known.some((name) => name.toLowerCase() === input.trim().toLowerCase());

  function add(text: string) {
    const name = text.trim();
    if (name === '' || has(name) || names.length >= maxLabels) return;
    onChange([...names, known.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name]);
    setInput('');
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {names.length > 0 && (
        <ul className="labels">
          {names.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <button
                type="button"
                className="icon"
                aria-label={`Take ${name} off`}
                onClick={() => onChange(names.filter((other) => other !== name))}
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
            id={id}
            className="input"
            list={`${id}-known`}
            value={input}
            maxLength={60}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-help`}
            onChange={(event) => {
              const { value } = event.target;
              // Whoever picks from the list has chosen already.
              const picked = known.find((name) => name === value);
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
          <datalist id={`${id}-known`}>
            {known
              .filter((name) => !has(name))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
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
      {error && (
        <p className="error">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <p className="help" id={`${id}-help`}>
        {isNew
          ? `“${input.trim()}” is new: it is written down with the piece.`
          : 'The leading one first. Type a new name to add one.'}
      </p>
    </div>
  );
}
