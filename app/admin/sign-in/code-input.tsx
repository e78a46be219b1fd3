import { useEffect, useRef } from 'react';
import { Field } from '../../foundation/ui/fields.tsx';

type Props = {
  name: string;
  label: string;
  help?: string;
  /** True for a field that accepts recovery codes, which contain letters too. */
  isAlphanumeric?: boolean;
  /** True to focus the field when it appears. */
  isFocused?: boolean;
};

/** Text field for a code. A phone can fill the code in from a message. */
export function CodeInput({ name, label, help, isAlphanumeric = false, isFocused = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return (
    <Field name={name} label={label} help={help}>
      {(wired) => (
        <input
          {...wired}
          ref={field}
          className="input code-input"
          inputMode={isAlphanumeric ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
      )}
    </Field>
  );
}
