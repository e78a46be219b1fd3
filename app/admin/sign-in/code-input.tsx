import { useEffect, useRef } from 'react';
import { Field } from '../../foundation/ui/fields.tsx';

type Props = {
  name: string;
  label: string;
  help?: string;
  /** True for recovery codes, which are not digits only. */
  isAlphanumeric?: boolean;
  /** Moves the focus into the field when it appears. */
  isFocused?: boolean;
};

/** A field for a code, which a phone fills in from a message. */
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
