import type { ClipboardEvent, Ref } from 'react';
import { codeDigitsIn, codeLength, isCode } from './rules.ts';

type Props = {
  ref: Ref<HTMLInputElement>;
  code: string;
  /** While the shop looks at the code, it stays as it is. */
  locked: boolean;
  invalid: boolean;
  describedBy: string;
  onCode: (code: string) => void;
};

const boxes = [0, 1, 2, 3, 4, 5];

/** One field for the six digits, drawn as six boxes. */
export function CodeField({ ref, code, locked, invalid, describedBy, onCode }: Props) {
  function paste(event: ClipboardEvent) {
    // By itself the field would cut "Your code is 123456" to its first six characters.
    event.preventDefault();
    if (locked) return;
    const pasted = codeDigitsIn(event.clipboardData.getData('text'));
    onCode(isCode(pasted) ? pasted : codeDigitsIn(code + pasted));
  }
  return (
    <div className="field">
      <label htmlFor="code">Six-digit code</label>
      <div className="code">
        {boxes.map((box) => (
          <span key={box} className={box === Math.min(code.length, 5) ? 'on' : undefined} aria-hidden="true">
            {code[box]}
          </span>
        ))}
        <input
          ref={ref}
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          value={code}
          readOnly={locked}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onCode(codeDigitsIn(event.target.value))}
          onPaste={paste}
        />
      </div>
    </div>
  );
}
