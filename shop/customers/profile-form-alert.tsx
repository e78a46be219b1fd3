import type { MouseEvent } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';
import type { Refused } from './profile-form.tsx';

/** Why the form was not saved, and the ways to the fields that are wrong. */
export function FormAlert({ refused, idOf }: { refused: Refused; idOf: (field: string) => string }) {
  function goTo(event: MouseEvent<HTMLAnchorElement>, field: string) {
    // A step to the field is no step in the browser's history.
    event.preventDefault();
    document.getElementById(idOf(field))?.focus();
  }
  return (
    <div className="alert mb-4" role="alert" tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p>{refused.words}</p>
        {refused.fields.length > 0 && (
          <ul>
            {refused.fields.map(({ field, message }) => (
              <li key={field}>
                <a className="link" href={`#${idOf(field)}`} onClick={(event) => goTo(event, field)}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
