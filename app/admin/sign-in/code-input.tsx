import type { Ref } from 'react';
import { Field } from '../layout/fields.tsx';

type Props = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  help?: string;
  /** Recovery codes have letters too. */
  allowsLetters?: boolean;
};

/** A field for a code, as phones like to fill it in. */
export function CodeInput({ ref, label, value, onChange, error, help, allowsLetters = false }: Props) {
  return (
    <Field label={label} error={error} help={help}>
      {(wired) => (
        <input
          {...wired}
          ref={ref}
          className="input code-input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          inputMode={allowsLetters ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
      )}
    </Field>
  );
}
